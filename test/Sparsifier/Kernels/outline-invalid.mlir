// RUN: weft-opt %s --weft-outline-kernels --split-input-file --verify-diagnostics

module {
  // expected-error @+1 {{'builtin.module' op has the name of a module that kernels are moved to; rename it}}
  module @weft_kernels {
    func.func @f() {
      return
    }
  }
}

// -----

module {
  // expected-error @+1 {{'builtin.module' op has the name of a module that kernels are moved to; rename it}}
  module @weft_kernels_1 {
    memref.global @g : memref<1xf64>
  }
}
