// RUN: weft-opt %s --weft-outline-kernels --split-input-file --verify-diagnostics

module {
  // expected-error @+1 {{'builtin.module' op has the name of the module that kernels are moved to; rename it}}
  module @weft_kernels {
    func.func @f() {
      return
    }
  }
}

// -----

// expected-error @+1 {{'func.func' op has the name of the module that kernels are moved to; rename it}}
func.func @weft_kernels() {
  return
}
