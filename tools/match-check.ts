// `npm run match:check -- ../shared/data`: judges every version of the reference data from its original feed files and
// compares with what the reference expects. Prints every difference with its cause; fails below the promise.
import { compare, type Comparison, type Difference, equality } from './match-check/compare.ts';
import { days } from './match-check/judge-reference.ts';
import { readReference } from './match-check/reference.ts';

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

const list = (title: string, lines: readonly string[]): void => {
  console.log(`\n${title}: ${lines.length}`);
  for (const line of lines) console.log(`  ${line}`);
};

const printDifferences = (differences: readonly Difference[]): void => {
  for (const [cause, group] of Map.groupBy(differences, (difference) => difference.cause)) {
    const lines = group.map(({ day, id, version, theirs, ours, cveIds }) => {
      const named =
        cveIds.length > 3 ? `${cveIds.slice(0, 3).join(' ')} and ${cveIds.length - 3} more` : cveIds.join(' ');
      return `${day} ${id} ${version}: ${theirs} there, ${ours} here; ${named}`;
    });
    list(`Different because of ${cause}`, lines);
  }
};

const summary = (result: Comparison): void => {
  const { versions, channels, golden, hard, goldenFailures, forbidden, forbiddenMatches, pairs } = result;
  console.log(`\n${versions} versions of ${channels} channels at ${days.join(' and ')}`);
  for (const day of days) console.log(`equal at ${day}: ${percent(equality(result, day))}`);
  console.log(`equal at both: ${percent(equality(result))}`);
  for (const [day, share] of result.withRecords)
    console.log(`equal at ${day} if what records say of themselves counts as exploited: ${percent(share)}`);
  console.log(`equal only because neither side judges them: ${result.unfound.length} versions`);
  const failed = new Set(goldenFailures.map((failure) => failure.split(' ').slice(0, 2).join(' '))).size;
  console.log(`samples checked by hand: ${golden - failed} of ${golden} right, ${hard} of them marked HARD`);
  console.log(`links that must not match: ${forbiddenMatches.length} of ${forbidden} matched`);
  console.log(`version and CVE pairs: ${pairs.ours} here, ${pairs.theirs} there, ${pairs.both} in both`);
};

const data = process.argv[2];
if (data === undefined) {
  console.error('usage: npm run match:check -- FOLDER_OF_REFERENCE_DATA');
  process.exit(2);
}
const result = compare(await readReference(data));
printDifferences(result.differences);
list(
  'Exploited by the word of the record itself, while the list of exploited CVEs at hand is older',
  result.saidExploited.map(({ id, version }) => `${id} ${version}`),
);
list(
  'Versions that their scheme cannot read',
  result.unreadable.map(({ id, version }) => `${id} ${version}`),
);
list('Samples that are wrong', result.goldenFailures);
list('Links that must not match and do', result.forbiddenMatches);
summary(result);
const isUnexplained = result.differences.some(({ cause }) => cause === 'unexplained');
const isFailed =
  equality(result) < 0.98 || isUnexplained || result.goldenFailures.length > 0 || result.forbiddenMatches.length > 0;
if (isFailed) process.exitCode = 1;
