// RUN: weft-opt %s --weft-convert-to-llvm | FileCheck %s

// One conversion takes all that loops over arrays are made of.

// CHECK-LABEL: llvm.func @sum(
// CHECK-NOT: {{(scf|memref|arith|cf|index|builtin)[.][a-z]}}
// CHECK: llvm.getelementptr
// CHECK: llvm.fadd
func.func @sum(%a: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = index.constant 1
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %a, %c0 : memref<?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f64 {
    %v = memref.load %a[%i] : memref<?xf64>
    %next = arith.addf %acc, %v : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// Memory comes from the runtime.
// CHECK-LABEL: llvm.func @take(
// CHECK: llvm.call @_mlir_memref_to_llvm_alloc(
// CHECK: llvm.call @_mlir_memref_to_llvm_free(
func.func @take(%n: index) {
  %a = memref.alloc(%n) : memref<?xi32>
  memref.dealloc %a : memref<?xi32>
  return
}

// A function of the C library is called where LLVM has no intrinsic.
// CHECK-LABEL: llvm.func @functions(
// CHECK: llvm.intr.sqrt
// CHECK: llvm.call @erf(
func.func @functions(%x: f64) -> f64 {
  %0 = math.sqrt %x : f64
  %1 = math.erf %0 : f64
  return %1 : f64
}

// Complex operations become operations on their parts.
// CHECK-LABEL: llvm.func @magnitude(
// CHECK-NOT: complex.
// CHECK: llvm.intr.sqrt
func.func @magnitude(%z: complex<f64>) -> f64 {
  %0 = complex.mul %z, %z : complex<f64>
  %1 = complex.abs %0 : complex<f64>
  return %1 : f64
}

// Powers of complex numbers are the C library's, which are computed in f64.
// CHECK-LABEL: llvm.func @powers(
// CHECK: llvm.fpext {{.*}} : f32 to f64
// CHECK: llvm.call @cpow({{.*}}) : (!llvm.struct<(f64, f64)>, !llvm.struct<(f64, f64)>) -> !llvm.struct<(f64, f64)>
// CHECK: llvm.fptrunc {{.*}} : f64 to f32
// CHECK: llvm.call @clog(
func.func @powers(%z: complex<f32>, %w: complex<f64>)
    -> (complex<f32>, complex<f64>) {
  %0 = complex.pow %z, %z : complex<f32>
  %1 = complex.log %w : complex<f64>
  return %0, %1 : complex<f32>, complex<f64>
}

// Functions that are declared for calls need no function dialect in the input.
// CHECK-LABEL: llvm.func @root(
// CHECK: llvm.call @cbrt(
llvm.func @root(%x: f64) -> f64 {
  %0 = math.cbrt %x : f64
  llvm.return %0 : f64
}

// What emitters of other projects may use.
// CHECK-LABEL: llvm.func @rounded_divisions(
// CHECK-NOT: arith.
func.func @rounded_divisions(%a: index, %b: index) -> (index, index, index) {
  %0 = arith.ceildivui %a, %b : index
  %1 = arith.ceildivsi %0, %b : index
  %2 = arith.floordivsi %1, %b : index
  return %0, %1, %2 : index, index, index
}
