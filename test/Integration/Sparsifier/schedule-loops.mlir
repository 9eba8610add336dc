// RUN: weft-opt %s --pass-pipeline="builtin.module(convert-sparse-tensor-to-tin,convert-linalg-to-tin,convert-sparse-tensor-to-level,weft-outline-kernels,builtin.module(weft-lower-tin-to-cin{schedule=only}),transform-preload-library{transform-library-paths=%S/Inputs/schedule-loops.mlir},transform-interpreter)" -o %t
// RUN: FileCheck %s --input-file=%t --check-prefix=LOOPS
// RUN: weft-opt %t --weft-sparsifier | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %t --weft-sparsifier | env OMP_NUM_THREADS=3 %weft_run | FileCheck %s --match-full-lines

// A script schedules the loops of a kernel. The rest of the pipeline keeps them.

// LOOPS: cin.forall "d0" to %{{.*}} parallel(cpu_thread, no_races)

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ( 11, 18, 28, 48 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %positions = arith.constant dense<[0, 2, 3, 5, 7]> : tensor<5xindex>
  %coordinates = arith.constant dense<[0, 4, 5, 1, 3, 0, 5]> : tensor<7xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<5xindex>, tensor<7xindex>), tensor<7xf64> to tensor<4x6xf64, #CSR>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %empty = tensor.empty() : tensor<4xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%init : tensor<4xf64>) -> tensor<4xf64>
  %v = vector.transfer_read %y[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}
