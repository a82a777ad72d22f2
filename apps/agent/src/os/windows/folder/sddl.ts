interface Ace {
  isAllowing: boolean;
  /** Meant for what is made below, and not for the object itself. */
  isInheritOnly: boolean;
  rights: number;
  sid: string;
}

export interface SecurityDescriptor {
  owner: string;
  aces: Ace[];
}

/** Rights by their two letters, as files understand them. */
const rightBits: Readonly<Record<string, number>> = {
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x1_00,
  SD: 0x1_0000,
  RC: 0x2_0000,
  WD: 0x4_0000,
  WO: 0x8_0000,
  GA: 0x1000_0000,
  GX: 0x2000_0000,
  GW: 0x4000_0000,
  GR: 0x8000_0000,
  FA: 0x1f_01ff,
  FR: 0x12_0089,
  FW: 0x12_0116,
  FX: 0x12_00a0,
};

/** Undefined for a right that is not known: it must not pass for none. */
const parseRights = (text: string): number | undefined => {
  if (/^0x[0-9a-f]{1,8}$/i.test(text)) return Number(text);
  let bits = 0;
  for (const name of text.match(/../g) ?? []) {
    const bit = rightBits[name];
    if (bit === undefined) return undefined;
    bits |= bit;
  }
  return text.length % 2 === 0 ? bits : undefined;
};

const parseAce = (text: string): Ace | undefined => {
  const [type, flags = '', rightsText = '', object, inherited, sid, ...more] = text.split(';');
  const rights = parseRights(rightsText);
  const isPlain = (type === 'A' || type === 'D') && object === '' && inherited === '' && more.length === 0;
  if (!isPlain || rights === undefined || !sid || flags.length % 2 !== 0) return undefined;
  return { isAllowing: type === 'A', isInheritOnly: /^(..)*IO/.test(flags), rights, sid };
};

/**
 * Owner and access list from their text (SDDL). Undefined where anything in it is not understood, and where there is no
 * list at all, which on Windows means that everybody may do everything.
 */
export const parseSddl = (text: string): SecurityDescriptor | undefined => {
  const [, owner, list = ''] =
    /^O:(S-[\d-]+|[A-Z]{2})(?:G:(?:S-[\d-]+|[A-Z]{2}))?D:(?:P|AI|AR)*((?:\([^()]*\))*)$/.exec(text) ?? [];
  if (owner === undefined) return undefined;
  const aces = [...list.matchAll(/\(([^()]*)\)/g)].map(([, ace = '']) => parseAce(ace));
  return aces.every((ace) => ace !== undefined) ? { owner, aces } : undefined;
};
