import { describe, expect, it } from 'vitest';
import { judgeDescription } from './own-folder.ts';

/*
 * Descriptions as `patchkeep-service.exe describe-folder` prints them. The access lists of the drive and of ProgramData
 * are those that a new Windows 10 has; they were written down from its documentation, not read on Windows.
 */
const system = 'S-1-5-18';
const user = 'S-1-5-21-1111111111-2222222222-3333333333-1001';
const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const line = (kind: string, path: string, sddl: string, attributes = 0x10): string =>
  [kind, attributes.toString(16), sddl, path].join('\t');

const drive = `O:${installer}D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)(A;;LC;;;AU)(A;OICIIO;SDGXGWGR;;;AU)`;
const programData =
  'O:SYD:PAI(A;OICIIO;FA;;;CO)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)(A;CI;DCLCRPCR;;;BU)';
const ours = 'O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)';
const inherited = 'O:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)';

const sound = {
  drive: line('parent', 'C:\\', drive, 0x16),
  data: line('parent', 'C:\\ProgramData', programData, 0x2010),
  vendor: line('parent', 'C:\\ProgramData\\Patchkeep', ours),
  folder: line('folder', 'C:\\ProgramData\\Patchkeep\\Agent', ours),
  key: line('entry', 'C:\\ProgramData\\Patchkeep\\Agent\\identity.pem', inherited, 0x20),
};
const judged = (changed: Partial<typeof sound> = {}, self = system): boolean =>
  judgeDescription([line('self', '', self, 0), ...Object.values({ ...sound, ...changed })].join('\r\n'));
const at = (kind: 'parent' | 'folder' | 'entry', sddl: string, attributes?: number) =>
  line(kind, 'C:\\x', sddl, attributes);

describe('the state folder on Windows', () => {
  it('is believed when the system and its administrators alone own and change it', () => {
    expect(judged()).toBe(true);
    // Run by hand, as an administrator: what this account owns gives nobody more than they have.
    expect(judged({ folder: at('folder', `O:${user}D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;${user})`) }, user)).toBe(true);
  });

  it('is to be made when it is missing', () =>
    expect(judged({ folder: line('missing', 'C:\\ProgramData\\Patchkeep\\Agent', '', 0), key: '' })).toBe(false));

  it('is refused when a user owns it, a folder above it or a file in it', () => {
    const planted = `O:${user}D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)`;
    for (const changed of [
      { folder: at('folder', planted) },
      { vendor: at('parent', planted) },
      { key: at('entry', planted) },
    ])
      expect(() => judged(changed)).toThrow(`C:\\x belongs to ${user}, not to the system`);
  });

  it.each([
    ['may read the folder', { folder: at('folder', `${ours}(A;;FR;;;BU)`) }],
    ['may add to the folder', { folder: at('folder', `${ours}(A;;0x2;;;WD)`) }],
    ['may change a file', { key: at('entry', `${inherited}(A;;FW;;;${user})`) }],
    ['may replace the folder', { vendor: at('parent', `${ours}(A;;DT;;;AU)`) }],
    ['may rename a folder above', { vendor: at('parent', `${ours}(A;;SD;;;AU)`) }],
    ['may change the access list above', { vendor: at('parent', `${ours}(A;;WD;;;BU)`) }],
    ['may take ownership above', { vendor: at('parent', `${ours}(A;;WO;;;BU)`) }],
    ['may do everything above', { vendor: at('parent', `${ours}(A;OICI;GA;;;WD)`) }],
  ])('is refused when a user %s', (_, changed) => expect(() => judged(changed)).toThrow('C:\\x is open to'));

  it.each([
    ['is no list at all', 'O:BAD:NO_ACCESS_CONTROL'],
    ['is not told', ''],
    ['has no owner', 'D:PAI(A;;FA;;;SY)'],
    ['has a kind of entry that is not known', `${ours}(XA;;FX;;;WD;(@User.Title=="x"))`],
    ['has a right that is not known', `${ours}(A;;ZZ;;;WD)`],
  ])('is refused when its access list %s', (_, sddl) =>
    expect(() => judged({ folder: at('folder', sddl) })).toThrow('C:\\x has an access list that cannot be read'),
  );

  it('is refused when it, a folder above it or something in it is a junction', () => {
    for (const changed of [
      { folder: at('folder', ours, 0x410) },
      { vendor: at('parent', ours, 0x410) },
      { key: at('entry', inherited, 0x420) },
    ])
      expect(() => judged(changed)).toThrow('C:\\x is a link or a junction');
  });

  it('is refused when nothing is told of it', () => {
    expect(() => judgeDescription('')).toThrow('could not find out');
    expect(() => judgeDescription(line('self', '', system, 0))).toThrow('could not find out');
  });
});
