import { ReviewPanel } from './review-panel.tsx';
import type { useApprovalActs } from './use-approval-acts.ts';

/** The review of what was begun, if anything was. */
export const ActsReview = ({ acts }: { acts: ReturnType<typeof useApprovalActs> }) =>
  acts.review && (
    <ReviewPanel
      request={acts.review.request}
      round={acts.review.round}
      isPending={acts.isPending}
      onCancel={acts.closeReview}
      onConfirm={acts.confirm}
    />
  );
