// Operations on the storage of tensors.

// RUN: weft-opt %s --convert-sparse-tensor-to-level --split-input-file | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32}>

// CHECK-LABEL: func.func @arrays
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #{{.*}}>
func.func @arrays(%A: tensor<?x?xf64, #CSR>)
    -> (memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index) {
  // CHECK: %[[POS:.*]] = level.get_array %[[A]] level 1 array 0 : tensor<?x?xf64, #{{.*}}> to memref<?xi32>
  // CHECK: %[[CRD:.*]] = level.get_array %[[A]] level 1 array 1
  // CHECK: %[[VALUES:.*]] = level.get_values %[[A]]
  // CHECK: %[[COUNTED:.*]] = level.get_values %[[A]]
  // CHECK: %[[ENTRIES:.*]] = memref.dim %[[COUNTED]]
  // CHECK: %[[COLUMNS:.*]] = tensor.dim %[[A]]
  // CHECK: return %[[POS]], %[[CRD]], %[[VALUES]], %[[ENTRIES]], %[[COLUMNS]]
  %c1 = arith.constant 1 : index
  %p = sparse_tensor.positions %A {level = 1 : index} : tensor<?x?xf64, #CSR> to memref<?xi32>
  %c = sparse_tensor.coordinates %A {level = 1 : index} : tensor<?x?xf64, #CSR> to memref<?xi32>
  %v = sparse_tensor.values %A : tensor<?x?xf64, #CSR> to memref<?xf64>
  %n = sparse_tensor.number_of_entries %A : tensor<?x?xf64, #CSR>
  %l = sparse_tensor.lvl %A, %c1 : tensor<?x?xf64, #CSR>
  return %p, %c, %v, %n, %l : memref<?xi32>, memref<?xi32>, memref<?xf64>, index, index
}

// CHECK-LABEL: func.func @free
func.func @free(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) {
  // CHECK: level.release %{{.*}} : tensor<?x?xf64, #{{.*}}>
  // CHECK: bufferization.dealloc_tensor %{{.*}} : tensor<?xf64>
  bufferization.dealloc_tensor %A : tensor<?x?xf64, #CSR>
  bufferization.dealloc_tensor %x : tensor<?xf64>
  return
}

// A loop for each level, and the coordinates in the order of the modes.
// CHECK-LABEL: func.func @sum
func.func @sum(%A: tensor<?x?xf64, #CSR>) -> f64 {
  // CHECK:      %[[S:.*]] = level.open
  // CHECK:      scf.for %[[I:.*]] = {{.*}} iter_args
  // CHECK:        level.pos_bounds %[[S]] level 1
  // CHECK:        scf.for %[[P:.*]] = {{.*}} iter_args
  // CHECK:          level.pos_access %[[S]] level 1 at %[[P]] coords(%[[I]])
  // CHECK:          level.load %[[S]][%[[P]]]
  // CHECK:          arith.addf
  %zero = arith.constant 0.0 : f64
  %r = sparse_tensor.foreach in %A init(%zero) : tensor<?x?xf64, #CSR>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %v: f64, %acc: f64):
    %s = arith.addf %acc, %v : f64
    sparse_tensor.yield %s : f64
  }
  return %r : f64
}

// A tensor that a loop inserts into is a list until it is complete.
// CHECK-LABEL: func.func @insert
func.func @insert(%n: index) -> tensor<?x?xf64, #CSR> {
  // CHECK:      %[[LIST:.*]] = level.init(%{{.*}}, %{{.*}}) : <tensor<?x?xf64, #[[COO:.*]]>>
  // CHECK:      %[[FULL:.*]] = scf.for {{.*}} iter_args(%[[B:.*]] = %[[LIST]]) -> (!level.builder
  // CHECK:        level.store %{{.*}}, %[[B]]
  // CHECK-COUNT-2: level.append_coord
  // CHECK:      %[[SORTED:.*]] = level.combine_entries
  // CHECK:      level.append_edges %[[SORTED]]
  // CHECK:      %[[T:.*]] = level.finalize %
  // CHECK:      %[[R:.*]] = tin.compute
  // CHECK:      level.release %[[T]]
  // CHECK:      return %[[R]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty(%n, %n) : tensor<?x?xf64, #CSR>
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%b = %e) -> tensor<?x?xf64, #CSR> {
    %next = tensor.insert %one into %b[%i, %i] : tensor<?x?xf64, #CSR>
    scf.yield %next : tensor<?x?xf64, #CSR>
  }
  %r = sparse_tensor.load %t hasInserts : tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func.func @read
func.func @read(%name: !llvm.ptr) -> tensor<?x5xf64, #CSR> {
  // CHECK: %[[HANDLE:.*]] = call @weft_rt_read(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  // CHECK: call @weft_rt_dim(%[[HANDLE]]
  // CHECK: call @weft_rt_drop(%[[HANDLE]])
  // CHECK: %[[LIST:.*]] = level.from_arrays
  // CHECK: %[[A:.*]] = tin.compute
  // CHECK: level.release %[[LIST]]
  // CHECK: return %[[A]]
  %A = sparse_tensor.new %name : !llvm.ptr to tensor<?x5xf64, #CSR>
  return %A : tensor<?x5xf64, #CSR>
}

// Where a tensor may begin with one of several, its size is that of the tensor
// that is complete.
// CHECK-LABEL: func.func @size_of_either
func.func @size_of_either(%c: i1, %m: index, %n: index) -> index {
  // CHECK:      %[[LIST:.*]] = scf.if {{.*}} -> (!level.builder
  // CHECK:      level.combine_entries
  // CHECK:      %[[T:.*]] = tin.compute
  // CHECK:      %[[SIZE:.*]] = tensor.dim %[[T]]
  // CHECK:      return %[[SIZE]]
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %t = scf.if %c -> tensor<?x?xf64, #CSR> {
    %e = tensor.empty(%m, %m) : tensor<?x?xf64, #CSR>
    %a = tensor.insert %one into %e[%c0, %c0] : tensor<?x?xf64, #CSR>
    scf.yield %a : tensor<?x?xf64, #CSR>
  } else {
    %e = tensor.empty(%n, %n) : tensor<?x?xf64, #CSR>
    scf.yield %e : tensor<?x?xf64, #CSR>
  }
  %d = tensor.dim %t, %c0 : tensor<?x?xf64, #CSR>
  return %d : index
}
