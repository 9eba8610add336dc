// A matrix of upstream's runtime library is handed to a kernel of Weft, and the
// result to code that upstream's sparsifier lowers, for the runtime library.

// REQUIRES: clang, opt, mlir-opt
// RUN: weft-opt %s --weft-sparsifier | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: mlir-opt %S/Inputs/runtime-library.mlir --sparsifier=enable-runtime-library=true | mlir-translate --mlir-to-llvmir -o %t.upstream.ll
// RUN: llvm-link %t.ll %t.upstream.ll | %weft_sanitize %t
// Code that upstream lowers frees no buffers of dense tensors.
// RUN: env ASAN_OPTIONS=detect_leaks=0 %t | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Functions that upstream's sparsifier lowers take and give pointers to stored
// tensors.
func.func private @make_matrix() -> !llvm.ptr
func.func private @free_matrix(!llvm.ptr)
func.func private @sum_rows(memref<4xindex>, memref<?xindex>, memref<?xf64>, memref<3xf64>)

// These show the memory of a stored tensor.
func.func private @sparsePositions0(!llvm.ptr, index) -> memref<?xindex> attributes { llvm.emit_c_interface }
func.func private @sparseCoordinates0(!llvm.ptr, index) -> memref<?xindex> attributes { llvm.emit_c_interface }
func.func private @sparseValuesF64(!llvm.ptr) -> memref<?xf64> attributes { llvm.emit_c_interface }

// The product of the matrix and its transpose.
// CHECK: ( 5, 0, 25 )
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %upstream = call @make_matrix() : () -> !llvm.ptr
  %pos_m = call @sparsePositions0(%upstream, %c1) : (!llvm.ptr, index) -> memref<?xindex>
  %crd_m = call @sparseCoordinates0(%upstream, %c1) : (!llvm.ptr, index) -> memref<?xindex>
  %val_m = call @sparseValuesF64(%upstream) : (!llvm.ptr) -> memref<?xf64>
  %pos = bufferization.to_tensor %pos_m restrict : memref<?xindex> to tensor<?xindex>
  %crd = bufferization.to_tensor %crd_m restrict : memref<?xindex> to tensor<?xindex>
  %val = bufferization.to_tensor %val_m restrict : memref<?xf64> to tensor<?xf64>
  %A = sparse_tensor.assemble (%pos, %crd), %val : (tensor<?xindex>, tensor<?xindex>), tensor<?xf64> to tensor<3x4xf64, #CSR>
  // The arrays have been copied.
  call @free_matrix(%upstream) : (!llvm.ptr) -> ()

  %empty = tensor.empty() : tensor<3x3xf64, #CSR>
  %B = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %A : tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) outs(%empty : tensor<3x3xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x3xf64, #CSR>

  // Upstream assembles the same matrix of copies of these arrays.
  %nse = sparse_tensor.number_of_entries %B : tensor<3x3xf64, #CSR>
  %out_pos = memref.alloc() : memref<4xindex>
  %out_crd = memref.alloc(%nse) : memref<?xindex>
  %out_val = memref.alloc(%nse) : memref<?xf64>
  %B_pos = sparse_tensor.positions %B { level = 1 : index } : tensor<3x3xf64, #CSR> to memref<?xindex>
  %B_crd = sparse_tensor.coordinates %B { level = 1 : index } : tensor<3x3xf64, #CSR> to memref<?xindex>
  %B_val = sparse_tensor.values %B : tensor<3x3xf64, #CSR> to memref<?xf64>
  %B_pos_4 = memref.cast %B_pos : memref<?xindex> to memref<4xindex>
  memref.copy %B_pos_4, %out_pos : memref<4xindex> to memref<4xindex>
  memref.copy %B_crd, %out_crd : memref<?xindex> to memref<?xindex>
  memref.copy %B_val, %out_val : memref<?xf64> to memref<?xf64>
  %sums = memref.alloc() : memref<3xf64>
  call @sum_rows(%out_pos, %out_crd, %out_val, %sums) : (memref<4xindex>, memref<?xindex>, memref<?xf64>, memref<3xf64>) -> ()
  %shown = vector.load %sums[%c0] : memref<3xf64>, vector<3xf64>
  vector.print %shown : vector<3xf64>

  memref.dealloc %sums : memref<3xf64>
  memref.dealloc %out_pos : memref<4xindex>
  memref.dealloc %out_crd : memref<?xindex>
  memref.dealloc %out_val : memref<?xf64>
  bufferization.dealloc_tensor %A : tensor<3x4xf64, #CSR>
  bufferization.dealloc_tensor %B : tensor<3x3xf64, #CSR>
  %status = arith.constant 0 : i32
  return %status : i32
}
