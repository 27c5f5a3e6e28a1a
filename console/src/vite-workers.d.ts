declare module 'altcha/workers/pbkdf2?worker' {
  const Solver: new () => Worker;
  export default Solver;
}
