// Kernels take the place of their declarations.

// RUN: weft-opt %s --weft-link-kernels --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: llvm.func @sqrt(%{{.*}}: i64)
// CHECK:       llvm.func @caller(%{{.*}}: f64)
// CHECK:         llvm.call @kernel
// CHECK-NOT:   module
// What is allocated aliases nothing.
// CHECK:       llvm.func @weft_libm_sqrt(f64) -> f64
// CHECK:       llvm.func @_mlir_memref_to_llvm_alloc(i64) -> (!llvm.ptr {llvm.noalias})
// CHECK:       llvm.func @kernel
// CHECK-NOT:     weft.kernel
// CHECK:         llvm.call @weft_libm_sqrt
// CHECK:         llvm.call @[[HELPER:helper_[0-9]*]](
// CHECK:       llvm.func internal @[[HELPER]]
module {
  llvm.func @sqrt(%n: i64) {
    llvm.return
  }
  llvm.func @helper() {
    llvm.return
  }
  llvm.func @kernel(f64) -> f64
  llvm.func @caller(%x: f64 {weft.array = #weft.array<0 values>}) -> f64 {
    %y = llvm.call @kernel(%x) : (f64) -> f64
    llvm.return %y : f64
  }
  module @weft_kernels {
    llvm.func @sqrt(f64) -> f64
    llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr
    llvm.func @kernel(%x: f64) -> f64 attributes {weft.kernel} {
      %y = llvm.call @sqrt(%x) : (f64) -> f64
      llvm.call @helper() : () -> ()
      llvm.return %y : f64
    }
    llvm.func internal @helper() {
      llvm.return
    }
  }
}

// -----

module {
  // expected-error @+1 {{declares a kernel: expected it to be lowered to the llvm dialect}}
  func.func private @kernel(f64) -> f64
  module @weft_kernels {
    llvm.func @kernel(%x: f64) -> f64 attributes {weft.kernel} {
      llvm.return %x : f64
    }
  }
}
