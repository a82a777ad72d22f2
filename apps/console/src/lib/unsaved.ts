/** Which forms hold something that is not saved; asked before the ground below them is changed. */
export const createUnsaved = () => {
  const forms = new Set<symbol>();
  return {
    /** Marks a form as half filled in; the returned function unmarks it. */
    mark: (name: string): (() => void) => {
      const form = Symbol(name);
      forms.add(form);
      return () => void forms.delete(form);
    },
    any: () => forms.size > 0,
    reset: () => forms.clear(),
  };
};
