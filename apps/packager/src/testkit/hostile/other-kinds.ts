import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeMsi } from '../installers.ts';
import { asSetup as told, type Bench, type Hostile } from './bench.ts';

/** Where a program of 32 bits says what it is. */
const machineAt = 4;
const flagsAt = 22;
const subsystemAt = 24 + 68;

/** Leaves a mark in the folder if anything ever runs it. */
export const markOf = (folder: string): string => join(folder, 'was-run');
const script = ({ folder }: Bench): string => `touch '${markOf(folder)}'\n`;

const noPrograms = (bench: Bench): Hostile[] => {
  const { write, edited, signed } = bench;
  const other = (name: string, make: () => string): Hostile => ({ name, hold: 'kindDiffers', make, told });
  /** A program that the vendor signed, but of another sort. */
  const altered = (place: number, value: number) =>
    signed(edited('plain.exe', (all) => void all.writeUInt16LE(value, all.readUInt32LE(60) + place)));
  const program = (start: number): Buffer => {
    const bytes = Buffer.alloc(4_096);
    bytes.write('MZ');
    bytes.writeUInt32LE(start, 60);
    return bytes;
  };
  return [
    other('a library of the vendor', () =>
      signed(
        edited('plain.exe', (all) => {
          const place = all.readUInt32LE(60) + flagsAt;
          all.writeUInt16LE(all.readUInt16LE(place) | 0x20_00, place);
        }),
      ),
    ),
    other('nothing', () => write('exe', '')),
    other('one byte', () => write('exe', 'M')),
    other('a text', () => write('exe', 'not an installer')),
    other('the page of an error', () => write('exe', '<!doctype html><title>404 Not Found</title>')),
    other('a script for a shell', () => write('exe', `#!/bin/sh\n${script(bench)}`)),
    other('a script for a shell that begins like a program', () =>
      write('exe', `MZ=1\n${script(bench)}`.padEnd(2_000)),
    ),
    other('a script for PowerShell', () => write('exe', 'Start-Process calc.exe')),
    other('a program for Linux', () => write('exe', Buffer.concat([Buffer.from('\u{7f}ELF'), Buffer.alloc(4_000)]))),
    other('an archive', () => write('exe', `PK\u{3}\u{4}${'\0'.repeat(1_000)}`)),
    other('an archive that grows to gigabytes', () => write('exe', gzipSync(gzipSync(Buffer.alloc(30_000_000))))),
    other('a program for DOS', () => write('exe', program(0))),
    other('a program whose headers are outside of it', () => write('exe', program(0xff_ff_ff_f0))),
    other('a program that ends within its headers', () => edited('setup.exe', (all) => all.subarray(0, 200))),
    other('a driver of the vendor', () => altered(subsystemAt, 1)),
    other('a program of the vendor that runs before Windows does', () => altered(subsystemAt, 10)),
    other('a program for ARM', () => altered(machineAt, 0xaa_64)),
    other('a program for another processor', () => altered(machineAt, 0x2_00)),
    other('an MSI called a setup', () => 'tool.msi'),
  ];
};

const noMsi = ({ write, edited, signed, changedMsi, folder, fresh }: Bench): Hostile[] => {
  const other = (name: string, make: () => string): Hostile => ({ name, hold: 'kindDiffers', make });
  const beginning = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const made = (parts: Parameters<typeof makeMsi>[3]): string => {
    const name = fresh('msi');
    makeMsi(folder, name, '2.5.1', parts);
    return name;
  };
  const property = '<Property Id="TEXT" Value="TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"/>';
  return [
    other('an MSI for 32 bits with a title that says 64', () =>
      // Its summary holds the name of the product as a text of its own.
      signed(
        changedMsi(
          [],
          { text: 'This installer database contains', by: 'x\nTemplate: x64;1033\n' },
          made({ architecture: 'x86' }),
        ),
      ),
    ),
    other('a setup called an MSI', () => 'setup.exe'),
    other('a document that begins like an MSI', () => write('msi', Buffer.concat([beginning, Buffer.alloc(8_000)]))),
    other('an MSI that ends in the middle', () => edited('tool.msi', (all) => all.subarray(0, 3_000))),
    other('an MSI without properties', () => changedMsi(['DROP TABLE `Property`'])),
    other('an MSI for 32 bits', () => signed(made({ architecture: 'x86' }))),
    {
      name: 'an MSI with a second medium whose text pretends that it lies in it',
      hold: 'needsFolder',
      make: () =>
        signed(
          changedMsi([
            "INSERT INTO `Media` (`DiskId`, `LastSequence`, `DiskPrompt`, `Cabinet`) VALUES (2, 9, 'a\t#q.cab', 'q.cab')",
          ]),
        ),
    },
    { name: 'an MSI whose files lie beside it', hold: 'needsFolder', make: () => signed(made({ isWhole: false })) },
    {
      name: 'an MSI with a second medium beside it',
      hold: 'needsFolder',
      make: () =>
        signed(changedMsi(["INSERT INTO `Media` (`DiskId`, `LastSequence`, `Cabinet`) VALUES (2, 9, 'q.cab')"])),
    },
    {
      name: 'an MSI of another version with a text that pretends this one',
      hold: 'versionDiffers',
      make: () => {
        const name = fresh('msi');
        makeMsi(folder, name, '2.4.0', { more: property });
        return signed(changedMsi([], { text: 'T'.repeat(39), by: 'x\r\nProductVersion\t2.5.1\r\nZ\tz' }, name));
      },
    },
  ];
};

export const otherKinds = [noPrograms, noMsi];
