import { identifier } from '@patchkeep/rules/software/identify';
import { plainName } from '@patchkeep/rules/software/plain-name';
import { starterChannels } from '@patchkeep/starter/channels';
import { describe, expect, it } from 'vitest';
import { hostileNames } from '../../../testkit/hostile-names.ts';
import { unknownSoftware } from './identity.rules.ts';

const identify = identifier(starterChannels);

describe('recognising installed software', () => {
  it.each([
    ['7-Zip 24.07 (x64)', 'Igor Pavlov', '24.07', '7-zip'],
    ['7-Zip 24.07 (x64 edition)', 'Igor Pavlov', '24.07.00.0', '7-zip'],
    ['Mozilla Firefox (x64 en-US)', 'Mozilla', '129.0', 'mozilla-firefox'],
    ['Mozilla Firefox ESR (x64 de)', 'Mozilla', '115.14.0', 'mozilla-firefox-esr'],
    ['Google Chrome', 'Google LLC', '127.0.6533.120', 'google-chrome'],
    ['PuTTY release 0.81 (64-bit)', 'Simon Tatham', '0.81.0.0', 'putty'],
    ['Python 3.12.4 (64-bit)', 'Python Software Foundation', '3.12.4150.0', 'python-3-12'],
    ['Python 3.8.10 (32-bit)', 'Python Software Foundation', '3.8.10150.0', 'python-3-8'],
    ['Notepad++ (64-bit x64)', 'Notepad++ Team', '8.6.9', 'notepad-plus-plus'],
    ['Wireshark 4.2.6 x64', 'The Wireshark developer community, https://www.wireshark.org', '4.2.6', 'wireshark'],
    ['Java 8 Update 411 (64-bit)', 'Oracle Corporation', '8.0.4110.9', 'oracle-java-runtime-environment-8'],
    ['Microsoft .NET Runtime - 8.0.2 (x64)', 'Microsoft Corporation', '8.0.2.33317', 'dotnet-runtime-8'],
    [
      'Microsoft .NET 8.0.2 - Windows Server Hosting',
      'Microsoft Corporation',
      '8.0.2.24068',
      'aspnet-core-8-hosting-bundle',
    ],
    ['Amazon Corretto (x64)', 'Amazon.com Inc.', '1.8.0.422', 'amazon-corretto-8'],
    ['PowerShell 7-x64', 'Microsoft Corporation', '7.4.4.0', 'powershell-7'],
    ['Eclipse Temurin JDK with Hotspot 17.0.8+7 (x64)', 'Eclipse Adoptium', '17.0.8.7', 'eclipse-temurin-jdk-17'],
    ['KeePass Password Safe 2.57', 'Dominik Reichl', '2.57', 'keepass'],
    // A name somebody else uses too, and names that only begin like a known one.
    ['Git', 'Some Other Maker', '1.0', undefined],
    ['Google Chrome Cleanup', 'Google LLC', '1.0', undefined],
    ['Python Launcher', 'Python Software Foundation', '3.12.4150.0', undefined],
  ])('%s by %s, %s', (name, publisher, version, tag) => {
    expect(identify({ name, publisher, version })).toBe(tag);
  });

  it('keeps the versions of unknown software together, and different software apart', () => {
    const of = (name: string, publisher = 'Acme Inc.') => unknownSoftware({ name, publisher }).identityKey;
    expect(of('Acme Tool 1.2.3 (x64)')).toBe(of('Acme Tool 2.0 (x86)', 'Acme, Inc'));
    expect(of('Acme Tool 2020')).not.toBe(of('Acme Tool 2021'));
    expect(of('Acme Tool')).not.toBe(of('Acme Tool', 'Other'));
    // Letter by letter: whoever reports it first does not choose how others see it spelled.
    expect(of('Acme Tool')).not.toBe(of('ACME TOOL'));
    expect(of('Acme|Tool', '')).not.toBe(of('Acme', 'Tool'));
    expect(plainName('Acme Tool v1.2 (64-bit)')).toBe('Acme Tool');
    expect(plainName('1.2.3')).toBe('1.2.3');
  });
});

describe('names that were made to be slow', () => {
  const cpuMs = (work: () => void): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it('one name cannot stop the service: the name of the security review is judged at once', () => {
    const name = `App 1.1${'a'.repeat(37)}!`;
    // The pattern it was matched with took 38 seconds for this one.
    expect(cpuMs(() => identify({ name, publisher: '', version: '' }))).toBeLessThan(1_000);
    expect(plainName(name)).toBe(name);
  });

  it('2,000 hostile names are recognised, named and told apart in the time of a few characters each', () => {
    const names = hostileNames(2_000, 1);
    const spent = cpuMs(() => {
      for (const name of names) {
        identify({ name, publisher: name, version: name.slice(0, 100) });
        unknownSoftware({ name, publisher: name });
      }
    });
    // A tenth of a millisecond is usual for one; the limit leaves room for a busy machine.
    expect(spent / names.length).toBeLessThan(5);
  });

  it('looks at no more than the longest name a host may report', () => {
    const long = `App ${'x'.repeat(1_000_000)}`;
    expect(plainName(long)).toHaveLength(200);
    expect(unknownSoftware({ name: 'App', publisher: long }).publisher).toHaveLength(200);
  });
});
