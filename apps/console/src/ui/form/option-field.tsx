import { TextField } from './text-field.tsx';

interface OptionFieldProps {
  option: { title: string; help: string; isRequired: boolean };
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string | undefined;
}

/** What an installer is told in words, as long as the server takes it. */
export function OptionField({ option: { title, help, isRequired }, ...field }: OptionFieldProps) {
  return (
    <TextField label={title} description={help || undefined} isOptional={!isRequired} maxLength={1_000} {...field} />
  );
}
