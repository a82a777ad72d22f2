import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPackageName } from '@patchkeep/rules/agent-package';
import { agentVersion } from '../src/version.ts';

const templates = join(import.meta.dirname, 'deb');

/** The executable, its systemd unit and the scripts around them as a Debian package. */
export const buildDeb = (dist: string): void => {
  const tree = join(dist, 'deb');
  rmSync(tree, { recursive: true, force: true });
  const binary = join(tree, 'usr/bin/patchkeep-agent');
  const unit = join(tree, 'lib/systemd/system/patchkeep-agent.service');
  const needrestart = join(tree, 'etc/needrestart/conf.d/patchkeep-agent.conf');
  for (const folder of ['DEBIAN', 'usr/bin', 'lib/systemd/system', 'etc/needrestart/conf.d'])
    mkdirSync(join(tree, folder), { recursive: true });
  copyFileSync(join(dist, 'patchkeep-agent'), binary);
  chmodSync(binary, 0o755);
  copyFileSync(join(templates, 'patchkeep-agent.service'), unit);
  chmodSync(unit, 0o644);
  copyFileSync(join(templates, 'needrestart.conf'), needrestart);
  chmodSync(needrestart, 0o644);
  copyFileSync(join(templates, 'conffiles'), join(tree, 'DEBIAN/conffiles'));
  for (const script of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(templates, script), join(tree, 'DEBIAN', script));
    chmodSync(join(tree, 'DEBIAN', script), 0o755);
  }
  const control = readFileSync(join(templates, 'control'), 'utf8')
    .replace('@VERSION@', agentVersion)
    .replace('@SIZE@', String(Math.ceil(statSync(binary).size / 1_024)));
  writeFileSync(join(tree, 'DEBIAN/control'), control);
  const output = join(dist, agentPackageName('linux', agentVersion));
  // gzip: three times faster than the default on two cores, and a tenth larger.
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', tree, output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(tree, { recursive: true });
};
