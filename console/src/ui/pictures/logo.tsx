import './logo.css';

/** A barrier: one post and one striped arm. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect className="post" x="3" y="5" width="4.5" height="23" rx="2.2" />
      <path className="arm" d="M7.5 8.5h20a3 3 0 0 1 0 6h-20z" />
      <path className="post" d="M12.5 8.5h5l-2.3 6h-5zM21.5 8.5h5l-2.3 6h-5z" />
    </svg>
  );
}
