import { ObjectsCluster } from './objects-cluster';
import { STATES } from './states';
import { CheckStates, objectsOf } from './states/states';
import { aboutStack, CHECKS } from '../../src/verify/checks';
import { verify } from '../../src/verify/verify';

const CASES = STATES.flatMap(states => states.bad.map(bad => [states.code, bad.what, states, bad] as const));

test.each(STATES.map(states => [states.code, states] as const))('%s passes', async (_, states) => {
  expect(await find(states, states.good)).toMatchObject({ result: 'pass' });
});

test.each(CASES)('%s: %s', async (_, __, states, bad) => {
  const { result, message, fix } = await find(states, objectsOf(states, bad));
  expect({ result, message }).toEqual({ result: bad.result, message: bad.message });
  expect(fix).toEqual(bad.fix ?? expect.stringMatching(/\w/));
});

async function find(states: CheckStates, objects: readonly any[]) {
  const check = CHECKS.find(({ code }) => code === states.code)!;
  const { findings: [finding] } = await verify(new ObjectsCluster(objects), [check], { ...aboutStack({}), ...states.about });
  return finding;
}

test.each(CHECKS.map(check => [check.code, check] as const))('%s is unknown where it may not read', async (_, check) => {
  const resources = Object.values(check.reads).map(({ resource }) => resource);
  const { findings: [{ result, message }] } = await verify(new ObjectsCluster([], resources), [check], aboutStack({}));
  expect(result).toBe('unknown');
  expect(message).toMatch(/is forbidden/);
});

test('every check beyond presence has states in which it passes and does not', () => {
  const probes = CHECKS.filter(({ component, code }) => code.slice(component.key.length + 1) in (component.requires!.states ?? {}));
  const offers = (code: string) => Object.values(CHECKS.find(check => check.code === code)!.reads).every(({ verb }) => verb === 'create');
  expect(probes.map(({ code }) => code).filter(code => !offers(code)).sort()).toEqual([...new Set(STATES.map(({ code }) => code))].sort());
  expect(STATES.filter(({ bad }) => bad.length === 0)).toEqual([]);
});

test('every state that a component declares has a check', () => {
  const declared = [...new Set(CHECKS.map(({ component }) => component))].flatMap(({ key, requires }) => Object.keys(requires?.states ?? {}).map(state => `${key}/${state}`));
  expect(CHECKS.map(({ code }) => code)).toEqual(expect.arrayContaining(declared));
});
