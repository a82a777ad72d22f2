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

interface Headers {
  machine: number;
  /** Where its resources begin; 0 when it has none. */
  resources: number;
  /** Where its signatures are, and how many bytes they take. */
  signatures: { offset: number; bytes: number };
  /** A program for Windows itself: no library, no driver and nothing that runs before Windows does. */
  isProgram: boolean;
  /** Written for .NET: the same file may run on several processors. */
  isManaged: boolean;
  sections: Section[];
}

const isLibrary = 0x20_00;
/** Subsystems of programs with windows and on the console. */
const ofPrograms = new Set([2, 3]);

/** What the headers of a PE file say, or undefined when it is none. */
const readHeaders = async (read: Read): Promise<Headers | undefined> => {
  const dos = await read(0, 64);
  if (dos.length < 64 || dos.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const start = dos.readUInt32LE(60);
  const head = await read(start, 24 + 240);
  if (head.length < 24 + 128 || head.toString('latin1', 0, 4) !== 'PE\0\0') return undefined;
  const sectionCount = Math.min(head.readUInt16LE(6), 96);
  const optionalSize = head.readUInt16LE(20);
  // 32-bit and 64-bit programs differ in where their table of directories begins; resources are the third, signatures
  // the fifth.
  const directories = 24 + (head.readUInt16LE(24) === 0x20b ? 112 : 96);
  if (head.length < directories + 40) return undefined;
  const table = await read(start + 24 + optionalSize, sectionCount * 40);
  const sections: Section[] = [];
  for (let at = 0; at + 40 <= table.length; at += 40)
    sections.push({
      address: table.readUInt32LE(at + 12),
      size: Math.max(table.readUInt32LE(at + 8), table.readUInt32LE(at + 16)),
      offset: table.readUInt32LE(at + 20),
    });
  return {
    machine: head.readUInt16LE(4),
    resources: head.readUInt32LE(directories + 16),
    signatures: { offset: head.readUInt32LE(directories + 32), bytes: head.readUInt32LE(directories + 36) },
    isManaged: directories + 116 <= head.length && head.readUInt32LE(directories + 112) !== 0,
    isProgram: (head.readUInt16LE(22) & isLibrary) === 0 && ofPrograms.has(head.readUInt16LE(24 + 68)),
    sections,
  };
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

const versionData = async (read: Read, headers: Headers): Promise<Buffer | undefined> => {
  const base = headers.resources === 0 ? undefined : offsetOf(headers.resources, headers.sections);
  if (base === undefined) return undefined;
  // Type, then name, then language; two levels down stands where the data is.
  let entry = await entryOf(read, base, versionResource);
  for (let level = 0; level < 2 && entry !== undefined && entry >= isBranch; level++)
    entry = await entryOf(read, base + (entry - isBranch));
  if (entry === undefined || entry >= isBranch) return undefined;
  const data = await read(base + entry, 8);
  const offset = data.length < 8 ? undefined : offsetOf(data.readUInt32LE(0), headers.sections);
  return offset === undefined ? undefined : read(offset, Math.min(data.readUInt32LE(4), mostBytes));
};

/** The fixed part of a version resource: `1.2.3.4`. */
const fixedVersion = (data: Buffer): string | undefined => {
  // Its place is fixed in practice, but the name before it is padded; the mark cannot be missed.
  for (let at = 0; at + 16 <= data.length; at += 4) {
    if (data.readUInt32LE(at) !== fixedInfoMark) continue;
    return [10, 8, 14, 12].map((place) => data.readUInt16LE(at + place)).join('.');
  }
  return undefined;
};

const aligned = (at: number): number => (at + 3) & ~3;
const mostStrings = 200;

/**
 * The texts of a version resource. It is blocks within blocks, each with a length, the length of its value, a kind, a
 * name and the value; a text is a block of kind 1 whose value is counted in letters.
 */
const texts = (data: Buffer, found: Map<string, string>, start: number, end: number, depth: number): void => {
  for (let at = start; at + 6 <= end && found.size < mostStrings;) {
    const blockEnd = Math.min(at + data.readUInt16LE(at), end);
    const valueLength = data.readUInt16LE(at + 2);
    const isText = data.readUInt16LE(at + 4) === 1;
    let nameEnd = at + 6;
    while (nameEnd + 2 <= blockEnd && data.readUInt16LE(nameEnd) !== 0) nameEnd += 2;
    if (nameEnd + 2 > blockEnd) return;
    const value = aligned(nameEnd + 2);
    const name = data.toString('utf16le', at + 6, nameEnd);
    // A resource, its StringFileInfo, a table of one language, its texts.
    if (depth === 3) {
      const valueEnd = Math.min(value + valueLength * 2, blockEnd);
      if (isText && value < valueEnd && !found.has(name))
        found.set(name, data.toString('utf16le', value, valueEnd).split('\0', 1).join('').trim());
    } else texts(data, found, aligned(value + (depth === 0 ? valueLength : 0)), blockEnd, depth + 1);
    at = aligned(blockEnd);
  }
};

/**
 * How many bytes stand among the signatures and belong to none: a signature covers the file except for the place where
 * signatures are, so anybody can put something there and it still holds.
 */
const addedBytes = async (read: Read, { signatures: { offset, bytes } }: Headers): Promise<number> => {
  // A length, a revision and a kind; then a sequence in DER, whose length takes up to four bytes.
  const start = await read(offset, 14);
  if (bytes === 0 || start.length < 14 || start[8] !== 0x30) return 0;
  const first = start.readUInt8(9);
  const lengthBytes = first < 0x80 ? 0 : Math.min(first - 0x80, 4);
  const length = lengthBytes === 0 ? first : start.readUIntBE(10, lengthBytes);
  const end = 8 + 2 + lengthBytes + length;
  // Each ends at a multiple of eight.
  return Math.max(0, bytes - Math.ceil(end / 8) * 8);
};

export interface Program {
  /** `x86`, `x64`, `arm64`; the number of any other. */
  architecture: string;
  /** Whether something stands where signatures belong; nothing is said about what they are worth. */
  hasSignature: boolean;
  /** Bytes that nobody signed, in the place of the signatures. */
  addedBytes: number;
  /** Whether Windows can start it: a library or a driver has the same form. */
  canStart: boolean;
  fileVersion: string | undefined;
  productVersion: string | undefined;
  product: string | undefined;
  company: string | undefined;
}

const architectures: Readonly<Record<number, string>> = { 0x1_4c: 'x86', 0x86_64: 'x64', 0xaa_64: 'arm64' };

const withFile = async <T>(path: string, work: (read: Read) => Promise<T>): Promise<T | undefined> => {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    return await work(reader(file));
  } finally {
    await file.close();
  }
};

/** What a Windows program says of itself; undefined when the file is none. */
export const readProgram = (path: string): Promise<Program | undefined> =>
  withFile(path, async (read) => {
    const headers = await readHeaders(read);
    if (!headers) return undefined;
    const data = await versionData(read, headers);
    const found = new Map<string, string>();
    if (data) texts(data, found, 0, data.length, 0);
    return {
      architecture: architectures[headers.machine] ?? String(headers.machine),
      hasSignature: headers.signatures.bytes > 0,
      addedBytes: await addedBytes(read, headers),
      canStart: headers.isProgram,
      fileVersion: data && fixedVersion(data),
      productVersion: found.get('ProductVersion'),
      product: found.get('ProductName'),
      company: found.get('CompanyName'),
    };
  });

export interface ProgramFile {
  /** `1.2.3.4`, from the version resource. */
  fileVersion?: string;
  /** `x86`, `x64` or `arm64`; undefined of any other, and of .NET programs that do not say it. */
  architecture?: string;
}

/** What the headers and the version resource of a Windows program say; nothing of what is none. */
export const readProgramFile = async (path: string): Promise<ProgramFile> =>
  (await withFile(path, async (read) => {
    const headers = await readHeaders(read);
    if (!headers) return {};
    const data = await versionData(read, headers);
    const fileVersion = data && fixedVersion(data);
    const architecture = architectures[headers.machine];
    // .NET for any processor has the header of a 32-bit program.
    const isSaid = architecture !== undefined && !(headers.isManaged && architecture === 'x86');
    return { ...(fileVersion !== undefined && { fileVersion }), ...(isSaid && { architecture }) };
  })) ?? {};
