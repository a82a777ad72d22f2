import { type FileHandle, open } from 'node:fs/promises';

interface Section {
  address: number;
  size: number;
  offset: number;
}

const versionResource = 16;
const fixedInfoMark = 0xfe_ef_04_bd;
const mostBytes = 65_536;

/** Reads only what it needs: an installer of a gigabyte costs as little as a small program. */
const reader = (file: FileHandle) => async (offset: number, length: number) => {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
};
type Read = ReturnType<typeof reader>;

/** The sections of a PE file and where its resources begin, or undefined when it is none. */
const readHeaders = async (read: Read): Promise<{ resources: number; sections: Section[] } | undefined> => {
  const dos = await read(0, 64);
  if (dos.length < 64 || dos.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const start = dos.readUInt32LE(60);
  const head = await read(start, 24 + 240);
  if (head.length < 24 + 128 || head.toString('latin1', 0, 4) !== 'PE\0\0') return undefined;
  const sectionCount = Math.min(head.readUInt16LE(6), 96);
  const optionalSize = head.readUInt16LE(20);
  // 32-bit and 64-bit programs differ in where their table of directories begins; resources are the third.
  const directories = 24 + (head.readUInt16LE(24) === 0x20b ? 112 : 96);
  if (head.length < directories + 24) return undefined;
  const resources = head.readUInt32LE(directories + 16);
  const table = await read(start + 24 + optionalSize, sectionCount * 40);
  const sections: Section[] = [];
  for (let at = 0; at + 40 <= table.length; at += 40)
    sections.push({
      address: table.readUInt32LE(at + 12),
      size: Math.max(table.readUInt32LE(at + 8), table.readUInt32LE(at + 16)),
      offset: table.readUInt32LE(at + 20),
    });
  return resources === 0 ? undefined : { resources, sections };
};

const offsetOf = (address: number, sections: Section[]): number | undefined => {
  const section = sections.find((one) => address >= one.address && address < one.address + one.size);
  return section && address - section.address + section.offset;
};

const isBranch = 0x80_00_00_00;

/** Where one entry of a resource directory leads: the one with the id, or the first. */
const entryOf = async (read: Read, directory: number, id?: number): Promise<number | undefined> => {
  const head = await read(directory, 16);
  if (head.length < 16) return undefined;
  const count = head.readUInt16LE(12) + head.readUInt16LE(14);
  const entries = await read(directory + 16, Math.min(count * 8, mostBytes));
  for (let at = 0; at + 8 <= entries.length; at += 8)
    if (id === undefined || entries.readUInt32LE(at) === id) return entries.readUInt32LE(at + 4);
  return undefined;
};

const versionData = async (read: Read): Promise<Buffer | undefined> => {
  const headers = await readHeaders(read);
  const base = headers && offsetOf(headers.resources, headers.sections);
  if (!headers || base === undefined) return undefined;
  // Type, then name, then language; two levels down stands where the data is.
  let entry = await entryOf(read, base, versionResource);
  for (let level = 0; level < 2 && entry !== undefined && entry >= isBranch; level++)
    entry = await entryOf(read, base + (entry - isBranch));
  if (entry === undefined || entry >= isBranch) return undefined;
  const data = await read(base + entry, 8);
  const offset = data.length < 8 ? undefined : offsetOf(data.readUInt32LE(0), headers.sections);
  return offset === undefined ? undefined : read(offset, Math.min(data.readUInt32LE(4), mostBytes));
};

/** The file version of a Windows program, `1.2.3.4`, from its version resource; undefined where it has none. */
export const readFileVersion = async (path: string): Promise<string | undefined> => {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    const data = await versionData(reader(file));
    // Its place is fixed in practice, but the name before it is padded; the mark cannot be missed.
    for (let at = 0; data && at + 16 <= data.length; at += 4) {
      if (data.readUInt32LE(at) !== fixedInfoMark) continue;
      return [10, 8, 14, 12].map((place) => data.readUInt16LE(at + place)).join('.');
    }
    return undefined;
  } finally {
    await file.close();
  }
};
