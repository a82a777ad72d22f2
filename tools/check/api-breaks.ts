type Json = Record<string, unknown>;
interface Document extends Json {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json> };
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaOfContent = (holder: unknown): Json | undefined => {
  const content = isObject(holder) ? holder['content'] : undefined;
  const media = isObject(content) ? Object.values(content)[0] : undefined;
  return isObject(media) && isObject(media['schema']) ? media['schema'] : undefined;
};

/** What a caller may send or gets, in words that are compared: the types of a schema, without its bounds. */
const typesOf = (schema: Json, resolve: (schema: Json) => Json): string[] => {
  const all = [schema['anyOf'], schema['oneOf']].flatMap((each) => (Array.isArray(each) ? (each as Json[]) : []));
  if (all.length > 0) return [...new Set(all.flatMap((each) => typesOf(resolve(each), resolve)))].toSorted();
  if (schema['const'] !== undefined) return [JSON.stringify(schema['const'])];
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each));
  return [schema['type'] ?? 'any'].flat().map(String);
};

/**
 * What the new description of an API takes from whoever wrote a program by the old one: a call, a parameter, a field
 * of an answer that is gone or of another type; a parameter or field that is suddenly asked for; a value that is not
 * taken any more. New calls, new optional fields and new fields of answers take nothing from anybody.
 */
export function apiBreaks(before: Document, after: Document): string[] {
  const breaks: string[] = [];
  const resolverOf =
    ({ components }: Document) =>
    (schema: Json): Json => {
      const reference = schema['$ref'];
      const name = typeof reference === 'string' ? /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] : undefined;
      return name === undefined ? schema : (components.schemas[name] ?? {});
    };
  const old = resolverOf(before);
  const now = resolverOf(after);

  /** `isSent`: the caller writes it, so that more may be taken but not less; otherwise the caller reads it. */
  const compare = (place: string, was: Json, is: Json, isSent: boolean, depth = 0): void => {
    const [a, b] = [old(was), now(is)];
    const [from, to] = [typesOf(a, old), typesOf(b, now)];
    const lost = isSent ? from.filter((each) => !to.includes(each)) : to.filter((each) => !from.includes(each));
    const isAny = (isSent ? to : from).includes('any');
    if (lost.length > 0 && !isAny)
      breaks.push(`${place}: ${isSent ? 'does not take' : 'may be'} ${lost.join(', ')} ${isSent ? 'any more' : 'now'}`);
    if (depth > 12) return;
    const [fields, newFields] = [(a['properties'] ?? {}) as Json, (b['properties'] ?? {}) as Json];
    const required = (schema: Json): string[] => (schema['required'] ?? []) as string[];
    for (const [name, field] of Object.entries(fields)) {
      const next = newFields[name];
      if (!isObject(next)) breaks.push(`${place}.${name}: is gone`);
      else compare(`${place}.${name}`, field as Json, next, isSent, depth + 1);
      if (!isSent && required(a).includes(name) && isObject(next) && !required(b).includes(name))
        breaks.push(`${place}.${name}: may be missing now`);
    }
    if (isSent)
      for (const name of required(b).filter((each) => !required(a).includes(each)))
        breaks.push(`${place}.${name}: is asked for now`);
    if (isObject(a['items']) && isObject(b['items'])) compare(`${place}[]`, a['items'], b['items'], isSent, depth + 1);
  };

  for (const [path, operations] of Object.entries(before.paths))
    for (const [method, was] of Object.entries(operations)) {
      const place = `${method.toUpperCase()} ${path}`;
      const is = after.paths[path]?.[method];
      if (!is) {
        breaks.push(`${place}: is gone`);
        continue;
      }
      const parametersOf = (operation: Json) => (operation['parameters'] ?? []) as Parameter[];
      for (const parameter of parametersOf(was)) {
        const next = parametersOf(is).find((each) => each.name === parameter.name && each.in === parameter.in);
        if (next) compare(`${place} ${parameter.name}`, parameter.schema, next.schema, true);
        else breaks.push(`${place} ${parameter.name}: is gone`);
      }
      for (const { name, required } of parametersOf(is))
        if (required && !parametersOf(was).some((each) => each.name === name && each.required))
          breaks.push(`${place} ${name}: is asked for now`);
      const [body, newBody] = [schemaOfContent(was['requestBody']), schemaOfContent(is['requestBody'])];
      if (newBody && !body) breaks.push(`${place}: asks for a body now`);
      if (body && newBody) compare(`${place} body`, body, newBody, true);
      const answerOf = (operation: Json) => schemaOfContent((operation['responses'] as Json)['200']);
      const [answer, newAnswer] = [answerOf(was), answerOf(is)];
      if (answer && newAnswer) compare(`${place} answer`, answer, newAnswer, false);
    }
  return [...new Set(breaks)];
}
