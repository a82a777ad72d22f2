import type { ExitCodes } from '@patchkeep/orders/statements';
import type { Installer } from '@patchkeep/winget/installers';

/** As a statement about a package allows. */
const most = 20;

/** What winget's words for exit codes mean to whoever reads the result. */
const sentences: Readonly<Record<string, string>> = {
  packageinuse: 'A program of it is open.',
  packageinusebyapplication: 'Another program uses it.',
  fileinuse: 'A file of it is in use.',
  installinprogress: 'Another installation is in progress.',
  missingdependency: 'Something that it needs is not installed.',
  diskfull: 'The disk is full.',
  insufficientmemory: 'There is not enough memory.',
  invalidparameter: 'The installer does not know one of its arguments.',
  nonetwork: 'It needs the network.',
  contactsupport: 'The vendor wants to be asked about it.',
  rebootrequiredforinstall: 'The host must restart before it can be installed.',
  rebootinitiated: 'The installer restarted the host.',
  cancelledbyuser: 'A user cancelled the installation.',
  alreadyinstalled: 'The installer says that it is installed already.',
  downgrade: 'The installer says that a newer version is installed.',
  blockedbypolicy: 'A policy of this host forbids the installation.',
  systemnotsupported: 'The installer says that it does not run on this system.',
};

/** Hosts know these already, and which of them are worth another try. */
const isKnownToHosts = (code: number): boolean =>
  code === 0 || (code >= 1_600 && code < 1_700) || [112, 350, 3_010, 3_017, 3_018].includes(code);

/** What exit codes of this installer mean: by the recipe, and by the manifest for those that the recipe does not name. */
export const exitCodesOf = (
  { successCodes, returnCodes }: Pick<Installer, 'successCodes' | 'returnCodes'>,
  given: ExitCodes = {},
): ExitCodes | undefined => {
  const { success: good = [], restart: restarting = [], failed: bad = [] } = given;
  const taken = new Set([...good, ...restarting, ...bad.map(({ code }) => code)].map((code) => code >>> 0));
  const isNew = (code: number): boolean => {
    const isFirst = !isKnownToHosts(code) && !taken.has(code >>> 0);
    taken.add(code >>> 0);
    return isFirst;
  };
  const said = returnCodes.map(({ code, response }) => ({ code, response: response.toLowerCase() }));
  const success = [...good, ...successCodes.filter(isNew)];
  const finishes = said.filter(({ response }) => response === 'rebootrequiredtofinish').map(({ code }) => code);
  const restart = [...restarting, ...finishes.filter(isNew)];
  const failed = [
    ...bad,
    ...said.flatMap(({ code, response }) => {
      const says = sentences[response];
      return says !== undefined && isNew(code) ? [{ code, says }] : [];
    }),
  ];
  if (success.length + restart.length + failed.length === 0) return undefined;
  return {
    ...(success.length > 0 && { success: success.slice(0, most) }),
    ...(restart.length > 0 && { restart: restart.slice(0, most) }),
    ...(failed.length > 0 && { failed: failed.slice(0, most) }),
  };
};
