/** Takes its task and is never heard of. */
export default function wait(): Promise<never> {
  return new Promise(() => {});
}
