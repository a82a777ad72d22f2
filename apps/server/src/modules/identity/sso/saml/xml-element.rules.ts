export interface XmlElement {
  namespace: string;
  name: string;
  /** By name, with the namespace in front where there is one; declarations of namespaces are left out. */
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** Empty where there are children. */
  text: string;
}

export const isNamed = (element: XmlElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

export const childrenNamed = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.filter((child) => isNamed(child, namespace, name));

export const withDescendants = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(withDescendants),
];

const isSameMap = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);

/** Whether two readers have read the same, whitespace between elements aside. */
export const isSameTree = (one: XmlElement, other: XmlElement): boolean =>
  isNamed(one, other.namespace, other.name) &&
  isSameMap(one.attributes, other.attributes) &&
  one.text === other.text &&
  one.children.length === other.children.length &&
  one.children.every((child, i) => {
    const twin = other.children[i];
    return twin !== undefined && isSameTree(child, twin);
  });
