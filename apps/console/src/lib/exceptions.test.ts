import { errorTexts } from '@patchkeep/contract/errors';
import { session } from '@patchkeep/contract/session';
import { describe, expect, it } from 'vitest';
import { fakeCaller, type Reply, testInstance } from '../testkit/fake-fetch.ts';
import { createExceptions } from './exceptions.ts';

const setUp = (...replies: Reply[]) => {
  const { call, sent } = fakeCaller(replies);
  const warnings: string[] = [];
  const exceptions = createExceptions({
    call,
    reportError: session.reportError,
    warn: (message) => warnings.push(message),
    instanceId: testInstance,
  });
  return { exceptions, sent, warnings, state: exceptions.store.getState };
};
const runPendingTasks = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the exception state', () => {
  it('has the seven parts, and shows nothing at first [ERR-11]', () => {
    const { state, exceptions } = setUp({});
    expect(state().showExceptionModal).toBe(false);
    exceptions.show({ type: 401, instanceId: testInstance });
    expect(state()).toMatchObject({
      showExceptionModal: true,
      exceptionTitle: 'Session expired',
      exceptionDescription: errorTexts.sessionExpired,
      instanceId: testInstance,
      requiresLogin: true,
      requiresReload: false,
      showStandardMessage: false,
    });
  });

  it('goes with Dismiss [ERR-08]', () => {
    const { state, exceptions } = setUp({});
    exceptions.show({ type: 500 });
    exceptions.dismiss();
    expect(state().showExceptionModal).toBe(false);
  });

  it('shows the standard message unless the caller suppresses it [ERR-25]', () => {
    const { state, exceptions } = setUp({});
    exceptions.show({ type: 500 });
    expect(state().showStandardMessage).toBe(true);
    exceptions.dismiss();
    exceptions.show({ type: 500 }, { suppressStandardMessage: true });
    expect(state().showStandardMessage).toBe(false);
  });

  it('turns an exhausted 503 into the full screen [ERR-03] [ERR-20]', () => {
    const { state, exceptions } = setUp({});
    exceptions.show({ type: 503 });
    expect(state()).toMatchObject({ showExceptionModal: false, fullScreen: 'general', instanceId: testInstance });
  });

  it('keeps the first reason to leave the page when several calls fail together', () => {
    const { state, exceptions } = setUp({});
    exceptions.show({ type: 401 });
    exceptions.show({ type: 500 });
    expect(state().exceptionTitle).toBe('Session expired');
  });
});

describe('every error shown', () => {
  it('is reported with title, description, instance id, flags and the raw exception [ERR-37]', async () => {
    const { exceptions, sent } = setUp({});
    exceptions.show({ type: 409, instanceId: testInstance });
    await runPendingTasks();
    expect([sent[0]?.method, sent[0]?.address.pathname]).toEqual(['POST', '/api/corporate/ui/error']);
    expect(sent[0]?.body).toEqual({
      showExceptionModal: true,
      exceptionTitle: 'Conflict',
      exceptionDescription: errorTexts.saveConflict,
      instanceId: testInstance,
      requiresLogin: false,
      requiresReload: true,
      showStandardMessage: false,
      rawException: expect.stringContaining('409'),
    });
  });

  it('is reported once, also on the full screen, and not again while it is shown', async () => {
    const { exceptions, sent } = setUp({});
    exceptions.show({ type: 500 });
    exceptions.show({ type: 500 });
    exceptions.showFullScreen('chunk', new Error('chunk'));
    exceptions.showFullScreen('general');
    await runPendingTasks();
    expect(sent).toHaveLength(2);
  });

  it('that a form or screen shows itself is reported too, and opens no dialog', async () => {
    const { exceptions, sent, state } = setUp({});
    exceptions.reportInPlace({ type: 400, message: 'This name is taken', instanceId: testInstance });
    await runPendingTasks();
    expect(sent[0]?.body).toMatchObject({ showExceptionModal: false, rawException: expect.stringContaining('taken') });
    expect(state().showExceptionModal).toBe(false);
  });

  it('whose report fails is only logged [ERR-39]', async () => {
    for (const reply of [{ status: 500 }, { status: 401 }, new TypeError('offline')]) {
      const { exceptions, sent, warnings, state } = setUp(reply);
      exceptions.show({ type: 403 });
      await runPendingTasks();
      expect(warnings).toHaveLength(1);
      expect(sent).toHaveLength(1);
      expect(state().exceptionTitle).toBe('Permission denied');
    }
  });
});
