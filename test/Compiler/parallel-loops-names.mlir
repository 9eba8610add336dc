// What has the name of a function that parallel loops call, and is none.

// RUN: weft-opt %s -weft-convert-parallel-loops -split-input-file -verify-diagnostics

// A declaration of another type.

// expected-error @+1 {{'func.func' op has the name of a function that kernels need: rename 'omp_get_max_threads'}}
func.func private @omp_get_max_threads()
func.func @f(%n: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A result of another width.

// expected-error @+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_rt_num_threads'}}
func.func private @weft_rt_num_threads() -> i64
func.func @f(%n: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A function of the user.

// expected-error @+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_rt_num_threads'}}
func.func @weft_rt_num_threads() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

func.func @f(%n: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A function that code before the conversion to LLVM cannot call.

// expected-error @+1 {{'llvm.func' op has the name of a function that kernels need: rename 'omp_get_max_threads'}}
llvm.func @omp_get_max_threads() -> i32
func.func @f(%n: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// No function.

// expected-error @+1 {{'memref.global' op has the name of a function that kernels need: rename 'weft_rt_num_threads'}}
memref.global @weft_rt_num_threads : memref<2xf64>
func.func @f(%n: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
