import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';

/** Where a stage of signing in leads. */
export interface LoginStageProps {
  onSignedIn: () => void;
  /** The organisation asks for more than was proved. */
  onEnrol: (step: EnrolStep) => void;
  /** To the password: by choice, or because what it gave is used up. */
  onBack: (isOver: boolean) => void;
}
