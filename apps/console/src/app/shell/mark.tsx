/** The sign of the product: a shield with a tick. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size * 0.82} height={size} viewBox="4 2 16 19.5" aria-hidden="true" fill="none">
      <path d="M12 2 4 5.1v6c0 5 3.4 8.5 8 10.4 4.6-1.9 8-5.4 8-10.4v-6z" fill="currentColor" />
      <path
        d="m8.2 11.9 2.7 2.7 5-5.2"
        stroke="var(--page)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
