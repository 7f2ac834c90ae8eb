import { ADMIN, ApiServer } from './support/api-server';

let server: ApiServer;
beforeAll(async () => {
  server = await ApiServer.start(['somebody']);
}, 300_000);
afterAll(() => server?.stop());

test('it is a real API server, of the version that is wanted', async () => {
  const { body } = await server.send('GET', '/version');
  expect(body.gitVersion).toMatch(/^v1\.3[4-9]\./);
});

test('the administrator may do everything, others nothing', async () => {
  expect((await server.send('GET', '/api/v1/nodes', {}, ADMIN)).status).toBe(200);
  expect((await server.send('GET', '/api/v1/nodes', {}, 'somebody')).status).toBe(403);
  expect((await server.send('GET', '/api/v1/nodes', {}, 'nobody')).status).toBe(401);
});
