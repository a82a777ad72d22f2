import { beforeAll, describe, expect, it } from 'vitest';
import { samlAttacks } from '../../../../testkit/sso/saml-attacks.ts';
import {
  inBase64,
  keepingPrefixes,
  responseXml,
  type Said,
  saidOf,
  samlKey,
  type SamlKey,
  signedResponse,
  signXml,
} from '../../../../testkit/sso/saml-provider.ts';
import { readSamlResponse } from './saml-response.service.ts';
import { verified } from './signed-xml.service.ts';
import { readStrictXml } from './strict-xml.reader.ts';

let [key, foreign, second]: SamlKey[] = [];
beforeAll(() => {
  [key, foreign, second] = [samlKey(), samlKey(), samlKey()];
});
const now = new Date('2026-11-18T09:00:00Z');
const expected = {
  issuer: 'https://login.contoso.example/saml',
  entityId: 'https://patchkeep.example/saml/1',
  consumerAddress: 'https://patchkeep.example/login/sso/1',
  requestId: '_request',
  subjectAttribute: null,
  groupsAttribute: 'groups',
  isProof: false,
  begun: now,
  now,
};
const said = (change: Partial<Said> = {}): Said => ({
  ...saidOf(expected, { issuer: expected.issuer, username: 'ada@ours.example', now }),
  sessionIndex: '_session',
  ...change,
});
const facts = {
  issuer: expected.issuer,
  subject: 'subject of ada@ours.example',
  email: 'ada@ours.example',
  name: 'Ada Lovelace',
  groups: ['patchers', 'everybody'],
  authenticated: new Date(now.getTime() - 5_000),
  session: {
    name: 'subject of ada@ours.example',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    nameQualifier: null,
    spNameQualifier: null,
    index: '_session',
  },
};
const read = (xml: string, more: Partial<typeof expected> = {}, keys = [second, key] as SamlKey[]) =>
  readSamlResponse(
    inBase64(xml),
    keys.map(({ certificate }) => certificate),
    { ...expected, ...more },
  );

/** Each element with what is in it, up to the first end of its name. */
const elementsIn = (xml: string): string[] =>
  [...xml.matchAll(/<(?:saml|samlp|ds):\w+/g)].map(({ index, 0: start }) => {
    const end = xml.indexOf(`</${start.slice(1)}>`, index);
    return end < 0 ? start : xml.slice(index, end + start.length + 2);
  });

/** Ten thousand where all sizes are full. */
const changes = process.env['FULL_SIZE'] === '1' ? 10_000 : 300;

describe('a SAML response', () => {
  it.each(Object.entries(samlAttacks))('is not believed: %s', (_title, [refusal, forge]) => {
    const [right, wrong] = [key, foreign] as [SamlKey, SamlKey];
    const forged = forge({ said: said(), key: right, foreign: wrong, formerRequestId: '_former' });
    expect(read(forged)).toMatchObject({ refusal });
    expect(read(signedResponse(said(), right))).toMatchObject({ facts });
  });

  it('is believed when the response is signed too, with other prefixes, breaks of lines or a declaration', () => {
    const right = key as SamlKey;
    const both = signXml(signedResponse(said(), right), right, 'Response');
    const honest = signedResponse(said(), right);
    const others = [
      both,
      `<?xml version="1.0" encoding="UTF-8"?>\n${honest}`,
      keepingPrefixes(honest, right, 'xs saml'),
      signXml(responseXml(said()).replaceAll('saml:', 's:').replaceAll('xmlns:saml=', 'xmlns:s='), right),
      signXml(responseXml(said()).replaceAll('><', '>\r\n  <'), right)
        .replaceAll('\n', '\r\n')
        .replaceAll('\r\r', '\r'),
    ];
    for (const xml of others) expect(read(xml)).toMatchObject({ facts });
  });

  it('says nothing where the library that checks signatures has read another thing than we have', () => {
    const [right, text] = [key as SamlKey, signedResponse(said(), key as SamlKey)];
    const assertionIn = (xml: string) => {
      const document = readStrictXml(Buffer.from(xml));
      return 'root' in document ? document.root.children.at(-1) : undefined;
    };
    const [ours, other] = [assertionIn(text), assertionIn(text.replace('>subject of ', '>Subject of '))];
    const signed = (element: typeof ours) =>
      element && verified(text, { path: ['Assertion'], element }, [right.certificate]);
    expect(signed(ours)?.name).toBe('Assertion');
    expect([other?.name, signed(other)]).toEqual(['Assertion', undefined]);
  });

  it('takes times that are a minute off, and says how far they are off when that is more', () => {
    const right = key as SamlKey;
    const at = (seconds: number) =>
      read(signedResponse(said(), right), { now: new Date(now.getTime() + seconds * 1_000) });
    for (const seconds of [-60, 0, 359]) expect(at(seconds)).toMatchObject({ facts });
    expect(at(-300)).toEqual({ refusal: 'clock', minutesOff: 5 });
    expect([at(360), at(361)]).toEqual([{ refusal: 'expired' }, { refusal: 'old' }]);
  });

  it('may name a person by an attribute, with one value, instead of the name', () => {
    const readNamed = (attributes: Said['attributes']) =>
      readSamlResponse(
        inBase64(signedResponse(said({ attributes, format: 'transient' }), key as SamlKey)),
        [(key as SamlKey).certificate],
        { ...expected, subjectAttribute: 'employee' },
      );
    expect(readNamed({ employee: ['4711'] })).toMatchObject({ facts: { subject: '4711', email: null, groups: [] } });
    for (const attributes of [{}, { employee: [] }, { employee: [''] }, { employee: ['4711', '4712'] }])
      expect(readNamed(attributes)).toEqual({ refusal: 'subject' });
  });

  it('gives no address where it gives two that differ', () => {
    const attributes = { email: ['a@ours.example'], mail: ['b@ours.example'], groups: ['patchers'] };
    const answer = read(signedResponse(said({ attributes }), key as SamlKey));
    expect(answer).toMatchObject({ facts: { email: null, groups: ['patchers'] } });
  });

  it(`says nothing else after any of ${changes} changes`, () => {
    const right = key as SamlKey;
    const honest = [signedResponse(said(), right), signXml(signedResponse(said(), right), right, 'Response')];
    // A generator of its own, so that a failure can be repeated.
    let seed = 20_261_118;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    const alphabet = [
      ...Array.from('abcXYZ019 <>/="&;#:_-!?[]'),
      '\n',
      'é',
      '<!-- -->',
      '<x/>',
      '&#65;',
      '&amp;',
      'xmlns="x"',
      'ID="_x"',
    ];
    /** A change of a few letters, or of elements as a whole: doubled, taken out, moved, put one into another. */
    const changed = (xml: string): string => {
      const at = random(xml.length);
      const elements = elementsIn(xml);
      const [one, other] = [pick(elements), pick(elements)];
      return pick([
        () => xml.slice(0, at) + pick(alphabet) + xml.slice(at + 1),
        () => xml.slice(0, at) + pick(alphabet) + xml.slice(at),
        () => xml.slice(0, at) + xml.slice(at + 1 + random(20)),
        () => xml.replace(one, () => one + one),
        () => xml.replace(one, () => ''),
        () => xml.replace(one, () => other),
        () => xml.replace(one, () => `${one.slice(0, one.indexOf('>') + 1)}${other}${one.slice(one.indexOf('>') + 1)}`),
        () =>
          xml.replace(one, () => one.slice(0, one.indexOf('>') + 1) + pick(alphabet) + one.slice(one.indexOf('<', 1))),
      ])();
    };
    let same = 0;
    for (let i = 0; i < changes; i++) {
      let xml = pick(honest);
      for (let left = 1 + random(3); left > 0; left--) xml = changed(xml);
      const answer = read(xml, {}, [right]);
      if (!('facts' in answer)) continue;
      same += 1;
      const { assertionId: _id, ...others } = answer.facts;
      expect({ xml, ...others }).toEqual({ xml, ...facts });
    }
    // What is outside of the signature, such as the key that it names, changes nothing.
    expect(same).toBeLessThan(changes / 2);
    for (const xml of honest) expect(read(xml, {}, [right])).toMatchObject({ facts });
  });
});
