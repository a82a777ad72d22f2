import { type ErrorCode, errorCatalogue, errorTexts, versionMismatchType } from '@patchkeep/contract/errors';
import { type Operation, unableTo } from '@patchkeep/contract/operations';
import type { ExceptionState } from '@patchkeep/contract/session';

/** A failed call as the client wraps it: the HTTP status as type (-1: version mismatch, 0: no answer at all). */
export interface Failure {
  type: number;
  code?: number | undefined;
  message?: string | undefined;
  info?: Record<string, unknown> | undefined;
  note?: string | undefined;
  instanceId?: string | undefined;
  operation?: Operation | undefined;
}

type Verdict = Pick<ExceptionState, 'exceptionTitle' | 'exceptionDescription'> &
  Partial<Pick<ExceptionState, 'requiresLogin' | 'requiresReload' | 'showStandardMessage'>>;

const isCatalogued = (code: number | undefined): code is ErrorCode =>
  code !== undefined && Object.hasOwn(errorCatalogue, code);

const notFoundText = (operation: Operation | undefined): string =>
  operation?.thing === 'deployment jobs' && operation.verb === 'save'
    ? 'The deployment job was not found. It may have been deleted by another user.'
    : errorCatalogue[404].text;

/** First match wins; the order is part of the rule. */
const judge = ({ type, code, operation }: Failure): Verdict => {
  if (type === versionMismatchType)
    return {
      exceptionTitle: 'New Version available',
      exceptionDescription: errorTexts.newVersion,
      requiresReload: true,
      showStandardMessage: false,
    };
  if (type === 401)
    return {
      exceptionTitle: 'Session expired',
      exceptionDescription: errorTexts.sessionExpired,
      requiresLogin: true,
      showStandardMessage: false,
    };
  if (type === 403)
    return {
      exceptionTitle: 'Permission denied',
      exceptionDescription: errorTexts.permissionDenied,
      showStandardMessage: false,
    };
  if (code === 404 || (type === 404 && code === undefined))
    return { exceptionTitle: 'Not Found', exceptionDescription: notFoundText(operation) };
  if (isCatalogued(code))
    return { exceptionTitle: errorCatalogue[code].title, exceptionDescription: errorCatalogue[code].text };
  if (type === 409)
    return {
      exceptionTitle: 'Conflict',
      exceptionDescription: errorTexts.saveConflict,
      requiresReload: true,
      showStandardMessage: false,
    };
  return { exceptionTitle: 'Error', exceptionDescription: errorTexts.general };
};

/** What the exception dialog says of a failure. The one place where an error becomes a sentence. */
export const describeException = (
  failure: Failure,
  options: { suppressStandardMessage?: boolean } = {},
): ExceptionState => {
  const verdict = judge(failure);
  const isOperationWorthNaming = failure.operation && verdict.exceptionTitle === 'Error';
  const lines = [
    ...(isOperationWorthNaming && failure.operation ? [unableTo(failure.operation)] : []),
    verdict.exceptionDescription,
    ...(failure.note ? [failure.note] : []),
  ];
  return {
    showExceptionModal: true,
    exceptionTitle: verdict.exceptionTitle,
    exceptionDescription: lines.join('\n'),
    ...(failure.instanceId !== undefined && { instanceId: failure.instanceId }),
    requiresLogin: verdict.requiresLogin ?? false,
    requiresReload: verdict.requiresReload ?? false,
    showStandardMessage: !options.suppressStandardMessage && (verdict.showStandardMessage ?? true),
  };
};

/** The dialog's single button: Login before Reload before Dismiss. */
export const exceptionButton = (state: Pick<ExceptionState, 'requiresLogin' | 'requiresReload'>) => {
  if (state.requiresLogin) return 'Login';
  return state.requiresReload ? 'Reload' : 'Dismiss';
};
