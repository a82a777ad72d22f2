const resources = 'apps/server/src/modules/resources';
const uploads = `${resources}/uploads.test.ts`;
const examined = `${resources}/examine.test.ts`;

/** What stands between somebody's file and the disk, other sites and hosts. */
export const uploadMutants = [
  {
    guard: 'room of a site for uploads',
    file: `${resources}/uploads.service.ts`,
    without: 'if (bytes + size > resourceMaxBytes)',
    instead: 'if (size > resourceMaxBytes)',
    red: { file: uploads, test: 'fill no more than the room of the site, also when many begin at once' },
  },
  {
    guard: 'uploads that begin at once',
    file: `${resources}/uploads.service.ts`,
    without: 'await lockRoom(tx, key.site_id);',
    instead: '',
    red: { file: uploads, test: 'fill no more than the room of the site, also when many begin at once' },
  },
  {
    guard: 'category of a file',
    file: `${resources}/tus.service.ts`,
    without: 'this.row = found(row?.category === category ? row : undefined);',
    instead: 'this.row = found(category ? row : undefined);',
    red: { file: uploads, test: 'are seen by nobody else, whatever they ask' },
  },
  {
    guard: 'name of an upload',
    file: `${resources}/uploads.service.ts`,
    without: 'if (problem !== undefined) throw invalid(problem);',
    instead: '',
    red: { file: uploads, test: 'has a plain name, a size, and a kind that its category takes' },
  },
  {
    guard: 'one writer of an upload',
    file: `${resources}/resources.repository.ts`,
    without: ".where('bytes_done', '=', from)",
    instead: '',
    red: { file: uploads, test: 'begins a part nowhere but where the file ends' },
  },
  {
    guard: 'type of uploads',
    file: `${resources}/file-kinds.rules.ts`,
    without: 'return start.subarray(0, beginning.length).equals(beginning);',
    instead: 'return true;',
    red: { file: uploads, test: 'is refused when it is not what its name says, and its bytes are gone' },
  },
  {
    guard: 'what the scanner says',
    file: `${resources}/examine.service.ts`,
    without: "if (scanned.state !== 'clean' && scanned.state !== 'unscannable') return without(scanned);",
    instead: '',
    red: {
      file: examined,
      test: 'refuses what the scanner knows, plain, packed and within installers, and keeps none of it',
    },
  },
  {
    guard: 'a scanner that says nothing',
    file: `${resources}/scanned.rules.ts`,
    without: ": because('waiting', 'scannerSilent');",
    instead: ": { state: 'clean', cause: null, found: null };",
    red: { file: `${resources}/scanned.rules.test.ts`, test: 'a scanner that says nothing leaves a file waiting' },
  },
  {
    guard: 'two people for what could not be scanned',
    file: `${resources}/file-kinds.rules.ts`,
    without: 'people >= 2',
    instead: 'people >= 1',
    red: {
      file: `${resources}/scanned.rules.test.ts`,
      test: 'on the word of one when nothing bad is known of it, of two when it could not be scanned, and otherwise never',
    },
  },
];
