import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsOf } from './arguments.ts';
import { joinCommandLine } from './command-line.ts';
import { someInstaller } from './installer.factory.ts';

const of = (kind: string, switches: Record<string, string> = {}, installModes: string[] = []) =>
  argumentsOf(someInstaller({ kind, switches, installModes }), false);
const inno = ['/SP-', '/VERYSILENT', '/SUPPRESSMSGBOXES', '/NORESTART'];

describe('the arguments of an installer', () => {
  it.for([
    ['nullsoft', {}, ['/S']],
    ['inno', {}, inno],
    ['burn', {}, ['/quiet', '/norestart']],
    ['msi', {}, []],
    ['wix', { Custom: 'ADDLOCAL=ALL' }, ['ADDLOCAL=ALL']],
    ['exe', { Silent: '--silent' }, ['--silent']],
    // The manifest's own takes the place of the kind's; what it adds comes after.
    ['nullsoft', { Silent: '/quiet', Custom: '/ALLUSERS' }, ['/quiet', '/ALLUSERS']],
    ['inno', { Custom: ' /mergetasks=!runcode ' }, [...inno, '/mergetasks=!runcode']],
    ['nullsoft', { Custom: '/allusers', Upgrade: '--updated' }, ['/S', '/allusers', '--updated']],
    ['exe', { Silent: '-s', Custom: '--to "C:\\Program Files\\A"' }, ['-s', '--to', 'C:\\Program Files\\A']],
    // The agent itself says how much an MSI shows, and that it does not restart.
    ['msi', { Silent: '/passive ACCEPT=true', Custom: '/norestart X=1' }, ['ACCEPT=true', 'X=1']],
    ['wix', { Custom: 'CONSOLE="install -silent"' }, ['CONSOLE=install -silent']],
  ] as const)('%s %o', ([kind, switches, given]) => {
    expect(of(kind, switches)).toEqual({ arguments: given });
  });

  it.for([
    ['noSilentSwitch', 'exe', {}, []],
    ['noSilentSwitch', 'exe', { SilentWithProgress: '/passive' }, []],
    ['noSilentSwitch', 'nullsoft', {}, ['interactive', 'silentWithProgress']],
    ['noSilentSwitch', 'exe', {}, ['interactive', 'silent']],
    ['downloadsMore', 'exe', { Silent: '/configure https://vendor.example/a.xml' }, []],
    ['switchesUnclear', 'nullsoft', { Silent: '/S /PARAM="/norestart"' }, []],
    ['switchesUnclear', 'exe', { Silent: '-s --log "<LOGPATH>"' }, []],
    ['switchesUnclear', 'exe', { Silent: '-s --to %ProgramFiles%\\A' }, []],
    ['switchesUnclear', 'exe', { Silent: '-s {server}' }, []],
    ['switchesUnclear', 'exe', { Silent: '-s "open' }, []],
    ['switchesUnclear', 'exe', { Silent: '-s\n-t' }, []],
    ['switchesUnclear', 'exe', { Silent: '-s '.repeat(51) }, []],
    ['switchesUnclear', 'exe', { Silent: '-'.repeat(1_001) }, []],
    ['switchesUnclear', 'msi', { Custom: '/l*v log.txt' }, []],
  ] as const)('are refused: %s', ([reason, kind, switches, modes]) => {
    expect(of(kind, switches, [...modes])).toEqual({ reason });
  });

  it('of what can only run silently need no switch', () => {
    expect(of('exe', { Custom: '--system-level' }, ['silent'])).toEqual({ arguments: ['--system-level'] });
  });

  it('of a package that may also install say nothing of an update', () => {
    const installer = someInstaller({ switches: { Upgrade: '--updated' } });
    expect(argumentsOf(installer, true)).toEqual({ arguments: ['/S'] });
  });

  it('of an archive are those of what lies in it', () => {
    const installer = someInstaller({ kind: 'zip', nestedKind: 'inno' });
    expect(argumentsOf(installer, false)).toEqual({ arguments: inno });
  });

  it('give the switches of the manifest when they are put together, or none', () => {
    const letters = fc.constantFrom('a', '-', '/', '=', ' ', '"', '\\', '%', '<', '{');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 20 }), (silent) => {
        const found = of('exe', { Silent: silent });
        if ('reason' in found) return;
        const plain = silent.includes('"') ? silent.trim() : silent.trim().replaceAll(/ +/g, ' ');
        expect(joinCommandLine(found.arguments, 'program')).toBe(plain);
      }),
    );
  });
});
