/* What every version of the compiler's library begins with. */
struct compiler {
  const char *version;
};

const struct compiler *weft_get_compiler(void) {
  static const struct compiler compiler = {"0.0.0"};
  return &compiler;
}
