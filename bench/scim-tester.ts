// `npm run proofs -- scim-tester`: scim2-tester, a program of others that checks SCIM services against RFC 7643 and 7644,
// asks a real server. No check may fail. Needs Python 3.11 with venv, and PyPI for the first run.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scimBase } from '@patchkeep/contract/endpoint';
import { provisioning } from '@patchkeep/contract/provisioning';
import { singleSignOn } from '@patchkeep/contract/single-sign-on';
import { dnsServer } from '../apps/server/src/testkit/sso/dns-server.ts';
import { signInAsAdministrator } from '../tools/administrator.ts';
import { recordFigure } from '../tools/figures/figures.ts';
import { startFaultyStack } from './faults/stack.ts';

const version = '0.5.2';
const packages = [`scim2-tester==${version}`, 'scim2-client[httpx2]==0.13.2'];
const venv = fileURLToPath(new URL(`../node_modules/.cache/scim2-tester-${version}`, import.meta.url));
const program = fileURLToPath(new URL('support/scim-tester.py', import.meta.url));
const domain = 'contoso.example';

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
/** Says what is missing, or nothing. */
const install = (): string | undefined => {
  if (existsSync(`${venv}/ready`)) return undefined;
  if (!succeeds('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']))
    return 'Python 3.11 or newer is missing: this proof runs a program of others that is written in it';
  if (!succeeds('python3', ['-m', 'venv', venv])) return 'python3-venv is missing';
  return succeeds(`${venv}/bin/pip`, ['install', '-q', ...packages]) && succeeds('touch', [`${venv}/ready`])
    ? undefined
    : `${packages.join(' and ')} could not be fetched from PyPI`;
};

interface Found {
  check: string;
  of: string | null;
  status: 'SUCCESS' | 'COMPLIANT' | 'ACCEPTABLE' | 'DEVIATION' | 'ERROR' | 'CRITICAL' | 'SKIPPED';
  reason: string | null;
}

/** A server with a proven domain and a connection; the address and the token of its provisioning. */
const startProvisioned = async () => {
  const dns = await dnsServer();
  const stack = await startFaultyStack({ PATCHKEEP_PUBLIC_URL: '{url}', PATCHKEEP_DNS_SERVERS: dns.address });
  const administrator = await signInAsAdministrator(stack.url);
  const added = await administrator.call(singleSignOn.addDomain, { body: { domain } });
  dns.text(added.recordName, added.recordText);
  await administrator.call(singleSignOn.checkDomain, { params: { id: added.domainUuid } });
  const { connectionUuid } = await administrator.call(singleSignOn.addConnection, {
    body: { name: 'Contoso', issuer: 'https://idp.contoso.example', clientId: 'patchkeep' },
  });
  const { secret } = await administrator.call(provisioning.makeToken, { params: { id: connectionUuid } });
  const stop = async () => {
    await stack.stop();
    await dns.close();
  };
  return { address: `${stack.url}${scimBase}`, secret, stop };
};

const missing = install();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const { address, secret, stop } = await startProvisioned();
const { stdout } = await promisify(execFile)(`${venv}/bin/python`, [program, address, secret, domain], {
  maxBuffer: 64 * 1_048_576,
});
await stop();
const found = stdout
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Found);
const isGood = ({ status }: Found): boolean => ['SUCCESS', 'COMPLIANT', 'ACCEPTABLE'].includes(status);
const bad = found.filter((each) => !isGood(each) && each.status !== 'SKIPPED');
for (const { check, of, status, reason } of bad) console.log(`${status} ${check} ${of ?? ''}: ${reason ?? ''}`);
const good = found.filter(isGood).length;
const skipped = found.filter(({ status }) => status === 'SKIPPED').length;
console.log(`${found.length} checks: ${good} good, ${bad.length} not, ${skipped} not made`);
recordFigure({
  id: 'scim-tester',
  what: 'checks of scim2-tester that our SCIM service fails',
  value: bad.length,
  unit: 'checks',
  goal: 0,
  goalIs: 'at most',
  command: 'npm run proofs -- scim-tester',
  detail: `scim2-tester ${version}: ${good} of ${found.length} checks good, ${skipped} not made`,
});
process.exitCode = bad.length === 0 && good > 0 ? 0 : 1;
