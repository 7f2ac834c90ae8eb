import { About, Check, Outcome, Result, unknown } from './check';
import { Answer, both, Cluster, OptionalRead, pathOf, Read } from './read';

/** What came of a check. */
export interface Finding extends Outcome {
  readonly code: string;
  /** Component that it is about. */
  readonly component: string;
  /** What must hold. */
  readonly requirement: string;
  /** Serving works without it. */
  readonly advice: boolean;
}

/** What came of all checks of one cluster. */
export interface Report {
  readonly cluster: string;
  readonly time: Date;
  /** In the order of the checks. */
  readonly findings: readonly Finding[];
}

/** Runs checks on a cluster: everything that they read once, all at the same time, whatever becomes of single reads. */
export async function verify(cluster: Cluster, checks: readonly Check[], about: Omit<About, 'time'>): Promise<Report> {
  const answers = await readAll(cluster, readsOf(checks));
  const findings = checks.map(check => ({
    code: check.code,
    component: check.component.key,
    requirement: check.says,
    advice: check.advice,
    ...judge(check, answers, { ...about, time: cluster.time }),
  }));
  return { cluster: cluster.name, time: cluster.time, findings };
}

/** What checks read. */
export function readsOf(checks: readonly Check[]): Array<Read<unknown>> {
  return checks.flatMap(({ reads }) => Object.values(reads));
}

/** What reads bring, by their path: each path is read once, for the fields of all its reads. */
export async function readAll(cluster: Cluster, reads: ReadonlyArray<Read<unknown>>): Promise<ReadonlyMap<string, Answer>> {
  const distinct = new Map<string, Read<unknown>>();
  for (const read of reads) {
    const path = pathOf(read);
    const other = distinct.get(path);
    distinct.set(path, other === undefined ? read : both(other, read));
  }
  const answers = await Promise.all([...distinct].map(async ([path, read]) => [path, await onRecord(cluster, read)] as const));
  return new Map(answers);
}

async function onRecord(cluster: Cluster, read: Read<unknown>): Promise<Answer> {
  const answer = await cluster.answer(read);
  return 'items' in answer ? { ...answer, fields: read.fields } : answer;
}

function judge({ reads, judge: of, advice }: Check, answers: ReadonlyMap<string, Answer>, about: About): Outcome {
  const seen = Object.entries(reads).map(([name, read]) => [name, read, answers.get(pathOf(read))!] as const);
  const unreadable = seen.flatMap(([, read, answer]) => 'unreadable' in answer && !isOptional(read) ? [{ path: pathOf(read), ...answer }] : []);
  if (unreadable.length > 0) {
    const [{ forbidden }] = unreadable;
    return unknown(
      [...new Set(unreadable.map(({ unreadable: reason }) => reason))].join('; '),
      forbidden ? 'let the user read it: serving-stack requirements -o clusterrole prints what is needed' : 'read it again once the API server answers: kubectl get --raw PATH shows what it says',
      ...unreadable.map(({ path }) => ({ object: path })),
    );
  }
  try {
    const outcome = of(Object.fromEntries(seen.map(([name, , answer]) => [name, 'items' in answer ? answer.items : undefined])), about);
    return { ...outcome, result: advice && outcome.result === 'fail' ? 'warn' : outcome.result };
  } catch (error) {
    // an object that is not as its kind says hides no other check
    return unknown(`cannot be judged: ${(error as Error).message}`, 'report it with a dump of the cluster: serving-stack dump');
  }
}

function isOptional(read: Read<unknown>): read is OptionalRead<unknown> {
  return 'optional' in read;
}

/** Whether the requirements are met, as a Kubernetes condition. */
export interface RequirementsMet {
  readonly type: 'RequirementsMet';
  readonly status: 'True' | 'False';
  readonly reason: 'RequirementsMet' | 'MissingRequirements' | 'Checking';
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** The condition that findings come to: what is missing goes before what is not known. */
export function requirementsMet({ findings, time }: Report): RequirementsMet {
  const of = (result: Result) => findings.filter(finding => finding.result === result);
  const say = (found: readonly Finding[]) => found.map(({ code, message }) => `${code}: ${message}`).join('; ');
  const [failed, open] = [of('fail'), of('unknown')];
  const condition = failed.length > 0 ? { status: 'False', reason: 'MissingRequirements', message: say(failed) } as const
    : open.length > 0 ? { status: 'False', reason: 'Checking', message: say(open) } as const
      : { status: 'True', reason: 'RequirementsMet', message: `all ${findings.length} checks passed` } as const;
  return { type: 'RequirementsMet', ...condition, lastTransitionTime: time.toISOString() };
}

/** 1 where a check failed, else 2 where one is unknown, else 0. */
export function exitCode(reports: readonly Report[]): number {
  const results = new Set(reports.flatMap(({ findings }) => findings.map(({ result }) => result)));
  return results.has('fail') ? 1 : results.has('unknown') ? 2 : 0;
}

/** The section of the requirements page on a component. */
export function pageOf(component: string): string {
  return `https://github.com/cdk8s-serving-stack/cdk8s-serving-stack/blob/main/docs/requirements.md#${component}`;
}

/** Reports as JSON: one as it is, several as a list. */
export function reportJson(reports: readonly Report[]): object {
  const items = reports.map(report => ({
    apiVersion: REPORT_API,
    kind: 'ClusterReport',
    metadata: { name: report.cluster, creationTimestamp: report.time.toISOString() },
    findings: report.findings.map(finding => ({ ...finding, link: pageOf(finding.component) })),
    conditions: [requirementsMet(report)],
  }));
  return items.length === 1 ? items[0] : { apiVersion: REPORT_API, kind: 'ClusterReportList', items };
}

const REPORT_API = 'cdk8s-serving-stack/v1';
