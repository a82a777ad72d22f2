export const TagBadge = () => <span>tag</span>;
