import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  name: string;
  content: Buffer;
  /** What the archive says of the content, where that is not true. */
  size?: number;
  checksum?: number;
}

const deflated = 8;

const headerOf = ({ name, content, size, checksum }: Packed, packed: Buffer, at: number) => {
  const path = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(deflated, 4);
  common.writeUInt32LE(checksum ?? crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size ?? content.length, 18);
  common.writeUInt16LE(path.length, 22);
  const end = Buffer.alloc(14);
  end.writeUInt32LE(at, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), common, path]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, end, path]),
  };
};

/** A zip archive of these files under exactly these names, also such as no honest program would write. */
export const makeArchive = (files: readonly Packed[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const packed = deflateRawSync(file.content);
    const { local, central } = headerOf(file, packed, at);
    parts.push(local, packed);
    directory.push(central);
    at += local.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
};
