import { eicar, evilMark } from '../clamd.ts';
import { makeMsi, makeSetup, upgradeCode } from '../installers.ts';
import { asSetup as told, type Bench, type Hostile, organisation } from './bench.ts';

const infected = ({ write, appended, signed, fresh, folder }: Bench): Hostile[] => {
  const exe = (name: string, make: () => string): Hostile => ({ name, hold: 'infected', make, told });
  const msi = (name: string, make: () => string): Hostile => ({ name, hold: 'infected', make });
  return [
    exe('a virus and nothing else', () => write('exe', eicar)),
    exe('a virus in what a setup installs', () => {
      const [text, name] = [write('txt', evilMark.repeat(50)), fresh('exe')];
      makeSetup(folder, name, '2.5.1', `Section\nFile ${text}\nSectionEnd`);
      return signed(name);
    }),
    exe('a virus behind the end of a setup that is signed with it', () => signed(appended('plain.exe', evilMark))),
    exe('a virus behind the signature of a setup', () => appended('setup.exe', eicar)),
    msi('a virus in what an MSI installs', () => {
      const name = fresh('msi');
      makeMsi(folder, name, '2.5.1', { more: `<!-- ${evilMark.repeat(20)} -->` });
      return signed(name);
    }),
    // A signature of an MSI covers what is stored in it, not what lies behind.
    msi('a virus behind the end of a signed MSI', () => appended('tool.msi', eicar)),
  ];
};

const otherVersions = ({ signed, fresh, folder }: Bench): Hostile[] => {
  const setup = (version: string, shown = version): string => {
    const name = fresh('exe');
    makeSetup(folder, name, version, '', shown);
    return signed(name);
  };
  const differs = (name: string, make: () => string): Hostile => ({ name, hold: 'versionDiffers', make, told });
  return [
    differs('a setup of an older version', () => setup('2.4.0')),
    differs('a setup of a newer version', () => setup('3.0.0')),
    differs('a setup whose version differs in its last part', () => setup('2.5.2')),
    differs('a setup whose version holds letters for a terminal', () => setup('2.4.0', '2.4\u{202e}1.5.2\u{2028}')),
    {
      name: 'a setup with an endless version',
      hold: 'kindDiffers',
      make: () => setup('2.5.1', '2'.repeat(1_010)),
      told,
    },
    {
      name: 'an MSI of an older version',
      hold: 'versionDiffers',
      make: () => {
        const name = fresh('msi');
        makeMsi(folder, name, '2.4.0');
        return signed(name);
      },
    },
  ];
};

const otherProducts = ({ signed, fresh, folder, changedMsi, pinned }: Bench): Hostile[] => {
  const differs = (name: string, make: () => string, past?: Hostile['past']): Hostile => ({
    name,
    hold: 'productDiffers',
    make,
    ...(past && { past }),
  });
  const before = { publisher: pinned, upgradeCode };
  return [
    differs('an MSI of another product', () => {
      const name = fresh('msi');
      makeMsi(folder, name, '2.5.1', { product: '{99999999-2222-3333-4444-555555555555}' });
      return signed(name);
    }),
    differs('an MSI that names no product', () =>
      signed(changedMsi(["DELETE FROM `Property` WHERE `Property` = 'ProductCode'"])),
    ),
    differs('an MSI of another line of products than before', () => signed('plain.msi'), {
      ...before,
      upgradeCode: '{CCCCCCCC-2222-3333-4444-555555555555}',
    }),
    differs(
      'an MSI that names no line of products, though it did before',
      () => signed(changedMsi(["DELETE FROM `Property` WHERE `Property` = 'UpgradeCode'"])),
      before,
    ),
    {
      name: `an MSI that calls ${organisation} its manufacturer, which nobody signed`,
      hold: 'unsigned',
      make: () =>
        changedMsi([`UPDATE \`Property\` SET \`Value\` = '${organisation}' WHERE \`Property\` = 'Manufacturer'`]),
    },
  ];
};

export const badContents = [infected, otherVersions, otherProducts];
