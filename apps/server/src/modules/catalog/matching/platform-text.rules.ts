import type { Advisory } from './advisory.types.ts';

/**
 * Records whose fields name no system while their text names others only: "Chrome on iOS prior to …", "only affects
 * Firefox on macOS", "on Unix-like systems". They do not concern a Windows program, whatever their ranges say.
 */
// With capitals: a MAC is a checksum and IOS runs in routers.
const system = String.raw`(?:[Aa]ndroid|iOS|iPadOS|iPhone|[Mm]ac ?OS(?: X)?|Mac|OS X|GNU\/Linux|[Ll]inux|(?:UNIX|[Uu]nix)(?:-like)?|Chrome ?OS|[A-Z][a-z]+BSD|POSIX)`;
const kind = String.raw`(?: (?:based |operating )?(?:platforms?|systems?|devices?|variants?|hosts?))?`;
const systems = String.raw`${system}${kind}(?:(?:,| and| or|, and|, or|\/| &) ?(?:on |for )?${system}${kind})*`;
// Pattern: made of the constants of this file alone, as are the next ones.
const named = new RegExp(
  String.raw`\b(?:[Oo]n|for|under|affects?|affecting)(?: the| 64-bit)? ${systems}(?=[\s.,;:)*]|$)`,
);
// Pattern: as above.
const component = new RegExp(String.raw`\bin ${system} in\b`);
// Pattern: as above.
const only = new RegExp(String.raw`\b[Oo]nly (?:affects?|affected|impacts?)[^.]{0,80}\b${system}\b`);
const spared =
  /\bother (?:operating systems|platforms) (?:are|is) (?:un|not )affected|windows (?:is|are|users are) (?:not |un)affected/i;
// Pattern: as above.
const anySystem = new RegExp(String.raw`\b${system}\b`);

export const speaksOfOthersOnly = (text: string): boolean => {
  if (spared.test(text)) return anySystem.test(text);
  if (
    /\bwindows\b|\ball platforms\b|\bdesktop (?:clients|versions|platforms)\b|\bother (?:platforms|operating systems)\b/i.test(
      text,
    )
  )
    return false;
  return only.test(text) || named.test(text) || component.test(text);
};

/** Whether the record's authors put Windows among the systems it is about; the lists that others add are boilerplate. */
const namesWindows = ({ affected }: Advisory): boolean =>
  affected.some(
    ({ source, platforms }) => source === 'cna' && platforms.some((platform) => platform.includes('windows')),
  );

/** What the feeds say of one CVE, taken together, is about other systems. */
export const isForOtherSystems = (advisories: readonly Advisory[]): boolean =>
  !advisories.some(namesWindows) &&
  advisories.some(({ title, description }) => speaksOfOthersOnly(`${title ?? ''}. ${description}`));
