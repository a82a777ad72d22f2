import { type CustomConfig, customKinds, customLimits, type customSoftware } from '@patchkeep/contract/custom-software';
import type { Call } from '@patchkeep/contract/endpoint';
import type { ResourceFacts, SiteResource } from '@patchkeep/contract/resources';
import { z } from 'zod';
import type { CustomKind } from '../custom-text.ts';

const draftFile = z.object({ siteResourceTag: z.string(), filename: z.string(), size: z.number() });
export type DraftFile = z.output<typeof draftFile>;

/** By what of the software list of a host it is known. */
export const recognitionWays = ['productCode', 'name', 'none'] as const;
const draftRecognition = z.object({
  by: z.enum(recognitionWays),
  productCode: z.string(),
  name: z.string(),
  version: z.string(),
});
export type DraftRecognition = z.output<typeof draftRecognition>;

/** Custom software on its way, as it is typed. Null: nobody has typed it, so what its main file says stands there. */
export const specDraft = z.object({
  title: z.string().nullable(),
  files: z.array(draftFile),
  mainFile: z.string().nullable(),
  installArguments: z.string(),
  isRemovable: z.boolean().nullable(),
  removeArguments: z.string(),
  recognition: draftRecognition.nullable(),
  progressPopup: z.boolean(),
  interactive: z.boolean(),
  requiresUac: z.boolean(),
  /** Of what the editing began from. */
  serialNumber: z.number(),
});
export type SpecDraft = z.output<typeof specDraft>;

export const emptyDraft: SpecDraft = {
  title: null,
  files: [],
  mainFile: null,
  installArguments: '',
  isRemovable: null,
  removeArguments: '',
  recognition: null,
  progressPopup: false,
  interactive: false,
  requiresUac: false,
  serialNumber: 0,
};

const noRecognition: DraftRecognition = { by: 'none', productCode: '', name: '', version: '' };
const recognised = (recognition: CustomConfig['taskSpec']['recognition']): DraftRecognition => {
  if (recognition === null) return noRecognition;
  return recognition.by === 'productCode'
    ? { ...noRecognition, by: 'productCode', productCode: recognition.productCode }
    : { ...noRecognition, by: 'name', name: recognition.name, version: recognition.version ?? '' };
};

/** What the form of saved custom software begins with. */
export const draftOf = ({ title, taskSpec, files, serialNumber }: CustomConfig): SpecDraft => ({
  title,
  files: files.map(({ siteResourceTag, filename, size }) => ({ siteResourceTag, filename, size })),
  mainFile: taskSpec.mainFile,
  installArguments: taskSpec.installArguments.join('\n'),
  isRemovable: taskSpec.removeArguments !== null,
  removeArguments: (taskSpec.removeArguments ?? []).join('\n'),
  recognition: recognised(taskSpec.recognition),
  progressPopup: taskSpec.progressPopup,
  interactive: taskSpec.interactive,
  requiresUac: taskSpec.requiresUac,
  serialNumber,
});

/** What a file is by its ending; undefined for one that only lies beside the one that is run. */
export const kindOf = (filename: string): CustomKind | undefined => {
  const ending = filename.toLowerCase().split('.').at(-1);
  return filename.includes('.') ? customKinds.find((kind) => kind === ending) : undefined;
};

/** The file that is run: as chosen, else the first that can be. */
export const mainOf = ({ files, mainFile }: Pick<SpecDraft, 'files' | 'mainFile'>): DraftFile | undefined =>
  files.find(({ siteResourceTag }) => siteResourceTag === mainFile) ??
  files.find(({ filename }) => kindOf(filename) !== undefined);
export const draftKind = (draft: Pick<SpecDraft, 'files' | 'mainFile'>): CustomKind | undefined => {
  const main = mainOf(draft);
  return main && kindOf(main.filename);
};

/** The form with a file that has come. One of the same name takes the place of the former, as on the host. */
export const withFile = (draft: SpecDraft, { siteResourceTag, filename, size }: SiteResource): SpecDraft => {
  const former = draft.files.find((each) => each.filename.toLowerCase() === filename.toLowerCase());
  const files = [...draft.files.filter((each) => each !== former), { siteResourceTag, filename, size }];
  const wasMain = former !== undefined && former.siteResourceTag === draft.mainFile;
  return { ...draft, files: files.slice(0, customLimits.files), mainFile: wasMain ? siteResourceTag : draft.mainFile };
};

type Facts = Pick<ResourceFacts, 'product' | 'version' | 'productCode'> | null | undefined;

/** As somebody typed it, else as the main file says. */
export const titleOf = ({ title }: Pick<SpecDraft, 'title'>, facts: Facts): string =>
  title ?? (facts?.product ?? '').slice(0, customLimits.title);
export const recognitionOf = (draft: SpecDraft, facts: Facts): DraftRecognition => {
  if (draft.recognition) return draft.recognition;
  const kind = draftKind(draft);
  const said = { productCode: facts?.productCode ?? '', name: facts?.product ?? '', version: facts?.version ?? '' };
  if (kind === 'msi' && said.productCode !== '') return { by: 'productCode', ...said };
  if (kind === 'exe' && said.name !== '') return { by: 'name', ...said };
  return { ...said, by: 'none' };
};
/** An MSI says itself how it is removed; of others nobody knows. */
export const isRemovable = (draft: SpecDraft): boolean => draft.isRemovable ?? draftKind(draft) === 'msi';

/** One argument in each line. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const argumentProblem = (text: string): string | undefined => {
  const lines = linesOf(text);
  if (lines.length > customLimits.arguments) return `At most ${customLimits.arguments} arguments.`;
  if (lines.some((line) => line.includes('"'))) return 'Leave out quotes: each line is one argument as it is.';
  const isLong = lines.some((line) => line.length > customLimits.argument);
  return isLong ? `An argument has at most ${customLimits.argument} characters.` : undefined;
};
const removeProblem = (draft: SpecDraft): string | undefined => {
  if (!isRemovable(draft)) return undefined;
  if (draftKind(draft) === 'deb' && linesOf(draft.removeArguments).length === 0)
    return 'Name the package that is removed.';
  return argumentProblem(draft.removeArguments);
};
const productCode = /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i;

const filesProblem = (draft: SpecDraft): string | undefined => {
  if (draft.files.length === 0) return 'Choose at least one file.';
  return draftKind(draft) === undefined
    ? `Choose a main file: one that ends in ${customKinds.map((kind) => `.${kind}`).join(', ')}.`
    : undefined;
};

export const fieldLabels = {
  files: 'Files',
  title: 'Title',
  installArguments: 'Install arguments',
  removeArguments: 'Remove arguments',
  productCode: 'Product code',
  name: 'Name in the software list',
} as const;
export type FieldName = keyof typeof fieldLabels;

/** What is wrong or missing, by the name of its field, as a sentence. */
export const specProblems = (draft: SpecDraft, facts: Facts): ReadonlyMap<FieldName, string> => {
  const recognition = recognitionOf(draft, facts);
  const problems: Record<FieldName, string | undefined> = {
    files: filesProblem(draft),
    title: titleOf(draft, facts).trim() === '' ? 'Write a title.' : undefined,
    installArguments: draftKind(draft) === 'deb' ? undefined : argumentProblem(draft.installArguments),
    removeArguments: removeProblem(draft),
    productCode:
      recognition.by === 'productCode' && !productCode.test(recognition.productCode.trim())
        ? 'A product code looks like {XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}.'
        : undefined,
    name: recognition.by === 'name' && recognition.name.trim() === '' ? 'Write the name.' : undefined,
  };
  return new Map(
    Object.entries(problems).flatMap(([field, text]) => (text === undefined ? [] : [[field as FieldName, text]])),
  );
};

export type SaveBody = Call<typeof customSoftware.save>['body'];

const sentRecognition = ({ by, ...said }: DraftRecognition): SaveBody['taskSpec']['recognition'] => {
  if (by === 'none') return null;
  if (by === 'productCode') return { by, productCode: said.productCode.trim().toUpperCase() };
  return { by, name: said.name.trim(), version: said.version.trim() === '' ? null : said.version.trim() };
};

/** What is saved, of a draft without problems. Its files have come before. */
export const bodyOf = (draft: SpecDraft, facts: Facts, id: string | undefined): SaveBody => {
  const { progressPopup, interactive, requiresUac, serialNumber } = draft;
  const kind = draftKind(draft);
  const isForWindows = kind !== 'deb' && kind !== 'sh';
  return {
    ...(id !== undefined && { customDeploymentConfigUuid: id }),
    title: titleOf(draft, facts).trim(),
    serialNumber,
    taskSpec: {
      files: draft.files.map(({ siteResourceTag }) => siteResourceTag),
      mainFile: mainOf(draft)?.siteResourceTag ?? '',
      scope: 'machine',
      installArguments: kind === 'deb' ? [] : linesOf(draft.installArguments),
      removeArguments: isRemovable(draft) ? linesOf(draft.removeArguments) : null,
      progressPopup: isForWindows && progressPopup,
      interactive: isForWindows && interactive,
      requiresUac: isForWindows && requiresUac,
      recognition: sentRecognition(recognitionOf(draft, facts)),
    },
  };
};
