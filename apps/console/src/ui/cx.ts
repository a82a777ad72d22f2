/** Joins class names. Class Modules are typed as maybe-missing, so this also narrows them to a string. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
