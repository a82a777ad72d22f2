import { publicBase } from '@patchkeep/contract/endpoint';
import { product } from '@patchkeep/contract/product';
import { type Right, rolePreset } from '@patchkeep/contract/rights';
import { tokenMayCall } from '@patchkeep/rules/api-token';
import type { Subject } from '@patchkeep/rules/permissions';
import { fieldsOf, type Field, resolverOf, typeOf } from './fields.rules.ts';

type Json = Record<string, unknown>;
export interface ApiDocument {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json> };
}
interface Operation {
  method: string;
  path: string;
  operationId: string;
  family: string;
  summary: string;
  right: string;
  isGated: boolean;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  body?: Json | undefined;
  answer?: Json | undefined;
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escaped[sign] ?? '');
/** Text with `code` marks. */
const prose = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const jsonOf = (holder: unknown): Json | undefined =>
  (holder as { content?: Record<string, { schema?: Json }> } | undefined)?.content?.['application/json']?.schema;

const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({
      method: method.toUpperCase(),
      path,
      operationId: String(each['operationId']),
      family: String((each['tags'] as string[])[0]),
      summary: String(each['summary']),
      right: String(each['x-right']),
      isGated: each['x-gate'] !== undefined,
      parameters: each['parameters'] as Operation['parameters'],
      body: jsonOf(each['requestBody']),
      answer: jsonOf((each['responses'] as Json)['200']),
    })),
  );

/** `windowsUpdates` as `Windows updates`. */
export const titleOf = (family: string): string => {
  const words = family.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const intro: readonly (readonly [title: string, text: string])[] = [
  [
    'Sign in with a token',
    'Make an API token under Configuration → API tokens. Send it as `Authorization: Bearer vpt_…` with every call, never in the address. It acts in the site where it was made, with its rights and those its owner has at that moment. A cookie means nothing here.',
  ],
  [
    'Errors',
    'An error is a problem document (RFC 9457, `application/problem+json`) with `status`, `title`, `detail` and, where the product numbers it, `code`. `instance` names the request; quote it when you ask for help.',
  ],
  [
    'Repeat safely',
    'Send an `Idempotency-Key` of your own with a write. Within 24 hours the same call with the same key is done once and answered as the first time, with the header `Idempotency-Replayed: true`. Another call with that key is refused with 422.',
  ],
  [
    'Change what you read',
    'Reads carry an `ETag`. With `If-None-Match` an unchanged answer is 304 and has no body. Where a body has a `serialNumber`, you may send the ETag as `If-Match` instead: 412 means that somebody changed it meanwhile.',
  ],
  [
    'Wide changes',
    'A call that touches many hosts is answered with 428 and a preview. Send the call again with the preview’s token in `x-preview-token` to do it. 202 means that it awaits a second person; a token never confirms for one.',
  ],
  [
    'Limits',
    'A token may make 200 calls at once and 20 a second after that. 429 and 503 say in `Retry-After` when to try again. Lists are read page by page: send the cursor of the answer to get the next page.',
  ],
];

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${publicBase}/docs.css">
</head>
<body>
${body}
</body>
</html>
`;

const familyAddress = (family: string): string => `${publicBase}/docs/${encodeURIComponent(family)}`;

const navigation = (families: readonly string[], current?: string): string =>
  `<nav aria-label="Parts of the API"><p><a href="${publicBase}/docs"${current === undefined ? ' aria-current="page"' : ''}>${escape(product.name)} API</a></p><ul>${families
    .map(
      (family) =>
        `<li><a href="${familyAddress(family)}"${family === current ? ' aria-current="page"' : ''}>${escape(titleOf(family))}</a></li>`,
    )
    .join('')}</ul><p><a href="${publicBase}/openapi.json">OpenAPI document</a></p></nav>`;

/** A table of fields; `last` says what it means that a field must be there. */
const table = (title: string, last: string, call: string, fields: readonly Field[]): string => {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ path, type, isRequired }) =>
      `<tr><th scope="row"><code>${escape(path)}</code></th><td>${escape(type)}</td><td>${isRequired ? 'Yes' : 'No'}</td></tr>`,
  );
  return `<h3>${title}</h3><div class="table" tabindex="0" role="group" aria-label="${title} of ${escape(call)}"><table><thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">${last}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

/** A token that may only read, where every module is in use. */
const readOnlyToken: Subject = {
  isSystemAdmin: false,
  sitePermissions: rolePreset['Read-Only'],
  siteSettings: {
    isDetectionModuleEnabled: true,
    isPatchingEnabled: true,
    isPatchProModuleEnabled: true,
  },
  customerSettings: { isCustomSoftwareEnabled: true, isSoftwareDeploymentEnabled: true, allowCustomSoftwareUi: true },
};

/** Which of the two presets of tokens may call it. */
const roleWords = (right: string): string =>
  tokenMayCall(right as Right, readOnlyToken) ? 'Every token may call it.' : 'Needs a token with Read & Write.';

const exampleOf = ({ method, path, body }: Operation): string => {
  const lines = [
    `curl --request ${method} "$PATCHKEEP${path}" \\`,
    `  --header "Authorization: Bearer $TOKEN"`,
    ...(body ? [`  --header "Content-Type: application/json" \\`, `  --data @body.json`] : []),
  ];
  if (body) lines[1] += ' \\';
  return lines.join('\n');
};

const article = (operation: Operation, resolve: ReturnType<typeof resolverOf>): string => {
  const { method, path, operationId, summary, right, isGated, parameters, body, answer } = operation;
  const given = parameters.map(({ name, in: place, required, schema }): Field => ({
    path: `${name} (${place})`,
    type: typeOf(schema, resolve),
    isRequired: required,
  }));
  return `<article id="${escape(operationId)}" aria-labelledby="${escape(operationId)}-title">
<h2 id="${escape(operationId)}-title"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path)}</code></h2>
<p>${escape(summary)}.</p>
<p class="facts">${escape(roleWords(right))}${isGated ? ' Answers 428 with a preview when it is wide.' : ''}</p>
<pre tabindex="0">${escape(exampleOf(operation))}</pre>
${table('Parameters', 'Needed', operationId, given)}
${body ? table('Body', 'Needed', operationId, fieldsOf(body, resolve)) : ''}
${answer ? table('Answer', 'Always there', operationId, fieldsOf(answer, resolve)) : ''}
</article>`;
};

const familiesOf = (operations: readonly Operation[]): string[] =>
  [...new Set(operations.map(({ family }) => family))].toSorted();

/** The pages of the API's reference by their path below `/docs`: one for all, and one for each part of the API. */
export const docsPages = (document: ApiDocument): Map<string, string> => {
  const operations = operationsOf(document);
  const families = familiesOf(operations);
  const resolve = resolverOf(document.components.schemas);
  const ofFamily = (family: string) => operations.filter((each) => each.family === family);
  const list = (family: string): string =>
    `<section><h2><a href="${familyAddress(family)}">${escape(titleOf(family))}</a></h2><ul class="calls">${ofFamily(
      family,
    )
      .map(
        ({ method, path, operationId, summary }) =>
          `<li><a href="${familyAddress(family)}#${escape(operationId)}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escape(path.slice(publicBase.length))}</code></a> <span>${escape(summary)}</span></li>`,
      )
      .join('')}</ul></section>`;
  const title = `${product.name} API`;
  const index = page(
    title,
    `${navigation(families)}<main><h1>${escape(title)}</h1><p>All calls are below <code>${publicBase}</code>.</p>${intro
      .map(([head, text]) => `<section><h2>${escape(head)}</h2><p>${prose(text)}</p></section>`)
      .join('')}<h2>Calls</h2>${families.map(list).join('')}</main>`,
  );
  const pages = families.map((family): [string, string] => [
    family,
    page(
      `${titleOf(family)} · ${title}`,
      `${navigation(families, family)}<main><h1>${escape(titleOf(family))}</h1>${ofFamily(family)
        .map((each) => article(each, resolve))
        .join('')}</main>`,
    ),
  ]);
  return new Map([['', index], ...pages]);
};
