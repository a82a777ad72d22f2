import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  installCommands,
  msiProperty,
  quoteForCmd,
  quoteForPowershell,
  quoteForSh,
  type ShellId,
} from './install-commands.ts';

const given = {
  serverUrl: 'https://patchkeep.contoso.example:8443',
  token: `pki.${'A'.repeat(22)}.${'b_-9'.repeat(10)}xyz`,
  agentVersion: '0.1.0',
};
const textOf = (id: ShellId, changes: Partial<typeof given> = {}) =>
  installCommands({ ...given, ...changes }).find((command) => command.id === id)?.text ?? '';

test('PowerShell: installs, then enrols with the token on standard input', () => {
  expect(textOf('powershell')).toBe(
    `Start-Process msiexec.exe -Wait -ArgumentList '/i patchkeep-agent-0.1.0-x64.msi /qn'; '${given.token}' | & "$Env:ProgramFiles\\Patchkeep\\Agent\\patchkeep-agent.exe" enrol --server 'https://patchkeep.contoso.example:8443' --token-file -; Restart-Service PatchkeepAgent`,
  );
});
test('cmd: the token goes through a file that is deleted, and through no pipe', () => {
  const text = textOf('cmd');
  expect(text).toMatch(/^\(echo pki\.[\w.-]+\)>"%TEMP%\\patchkeep-token\.txt" && start \/wait msiexec /);
  expect(text).toContain(
    '--server "https://patchkeep.contoso.example:8443" --token-file "%TEMP%\\patchkeep-token.txt"',
  );
  expect(text).toMatch(/ & del "%TEMP%\\patchkeep-token\.txt" & net stop PatchkeepAgent & net start PatchkeepAgent$/);
  expect(text).not.toContain('|');
});
test('sh: a here-document, so that the token is no argument', () => {
  expect(textOf('sh').split('\n')).toEqual([
    `sudo apt-get install -y ./patchkeep-agent_0.1.0_amd64.deb &&`,
    `sudo patchkeep-agent enrol --server 'https://patchkeep.contoso.example:8443' --token-file - <<'END' && sudo systemctl restart patchkeep-agent`,
    given.token,
    'END',
  ]);
});
test('group policy: the two public properties of the MSI', () => {
  expect(textOf('policy')).toBe(
    `msiexec /i patchkeep-agent-0.1.0-x64.msi /qn SERVERURL="https://patchkeep.contoso.example:8443" INSTALLTOKEN="${given.token}"`,
  );
});
test('every command says where it is pasted and how the secret is kept', () => {
  for (const { where, care } of installCommands(given)) expect(`${where}${care}`).toMatch(/\.$/);
});
test.each(['x; rm -rf /', '', "a'b", 'END\nreboot', '$(id)', '%PATH%', 'a b'])('%j is no token', (token) => {
  expect(() => installCommands({ ...given, token })).toThrow('Not an install token');
});

test('a version that is none is refused', () => {
  expect(() => installCommands({ ...given, agentVersion: '1; reboot' })).toThrow('Not a version');
});

describe('quoting', () => {
  const plain = fc.string({
    minLength: 1,
    unit: fc.constantFrom(...`a ' " $ \` \\ ! % & | ; < > ( ) * ? \u2018 \u2019 é`.split(' '), ' '),
  });
  test('sh: one literal; a quote closes it, stands escaped, and opens it again', () => {
    expect(quoteForSh("it's $(id)")).toBe(`'it'\\''s $(id)'`);
    fc.assert(
      fc.property(plain, (value) => {
        const pieces = quoteForSh(value).slice(1, -1).split(`'\\''`);
        expect(pieces.join('')).not.toContain("'");
        expect(pieces.join("'")).toBe(value);
      }),
    );
  });
  test('PowerShell: one literal, every quote inside doubled, the curly ones too', () => {
    expect(quoteForPowershell("it's")).toBe("'it''s'");
    expect(quoteForPowershell('a\u2019; rm')).toBe("'a\u2019\u2019; rm'");
    fc.assert(
      fc.property(plain, (value) => {
        const inner = quoteForPowershell(value).slice(1, -1);
        const quotes = /['\u2018-\u201b]{2}/g;
        expect(inner.replaceAll(quotes, '')).not.toMatch(/['\u2018-\u201b]/);
        expect(inner.replaceAll(quotes, (pair) => pair.charAt(0))).toBe(value);
      }),
    );
  });
  test('cmd: what it would expand or cut is refused', () => {
    expect(quoteForCmd('https://a/b?c&d|e')).toBe('"https://a/b?c&d|e"');
    for (const value of ['a"b', '%PATH%', 'a\nb']) expect(() => quoteForCmd(value)).toThrow('cmd');
  });
  test('MSI: a quote inside a property is written twice', () => {
    expect(msiProperty('SERVERURL', 'a "b"')).toBe('SERVERURL="a ""b"""');
  });
});
