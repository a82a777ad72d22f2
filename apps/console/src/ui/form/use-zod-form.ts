import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { describeIssue } from './issue-text.ts';

/** A form over a schema of the contract, so that both sides refuse the same things. Checks on leaving a field. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: describeIssue }),
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onChange',
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
}
