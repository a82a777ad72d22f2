/**
 * A text from a vendor's file as it can be shown: on a terminal a control character writes whatever it likes, and one
 * that turns the direction hides what stands there.
 */
export const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
