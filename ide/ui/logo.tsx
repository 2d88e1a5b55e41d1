export const Logo = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#4257d6" />
    <g fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round">
      <path d="M9 9.500h6.500M9 16h14M16.500 22.500h6.500" />
      <path d="M19.500 9.500h3.500M9 22.500h3.500" opacity=".55" />
    </g>
  </svg>
);
