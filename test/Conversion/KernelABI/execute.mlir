// Runs lowered kernels through their entries: every way of assembling a result
// from a matrix A, beyond the initial capacity of arrays. Inputs/execute.c makes
// the operands and compares.

// REQUIRES: cc
// RUN: weft-opt %s --convert-level-to-memref --canonicalize --cse \
// RUN:   --expand-realloc --convert-scf-to-cf --expand-strided-metadata \
// RUN:   --finalize-memref-to-llvm="use-generic-functions=1" \
// RUN:   --convert-complex-to-llvm --convert-arith-to-llvm \
// RUN:   --convert-cf-to-llvm --convert-func-to-llvm \
// RUN:   --reconcile-unrealized-casts --weft-generate-kernel-abi \
// RUN:   | mlir-translate --mlir-to-llvmir \
// RUN:   | llc -O1 -filetype=obj -relocation-model=pic -o %t.o
// RUN: cc -I %weft_src_root/include %S/Inputs/execute.c %t.o -o %t \
// RUN:   -L %weft_lib_dir -lweft_runtime \
// RUN:   -Wl,-rpath,%weft_lib_dir
// RUN: %t | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense), fill = 7.0 : f64>
#List = #level.format<(i, j) -> (j : compressed(nonunique), i : singleton(nonunique))>
#Vec = #level.format<(i) -> (i : compressed)>
#Pos8 = #level.format<(i, j) -> (i : dense, j : compressed), pos = 8>
#Crd8 = #level.format<(i, j) -> (i : dense, j : compressed), crd = 8>

// CHECK: csr: ok
func.func @csr(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #CSR>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
    %p1 = arith.addi %p, %c1 : index
    %q0, %q1 = level.pos_bounds %s level 1 under %p to %p1 : !level.storage<tensor<?x?xf64, #CSR>>
    %begin = level.next %b level 1 : !level.builder<tensor<?x?xf64, #CSR>>
    %row = scf.for %q = %q0 to %q1 step %c1 iter_args(%w = %b) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %g = level.pos_access %s level 1 at %q coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
      %v = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %o = level.next %w level 1 : !level.builder<tensor<?x?xf64, #CSR>>
      %w1 = level.store %v, %w[%o] : f64, !level.builder<tensor<?x?xf64, #CSR>>
      %w2 = level.append_coord %w1 level 1 coord %j : !level.builder<tensor<?x?xf64, #CSR>>
      scf.yield %w2 : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %end = level.next %row level 1 : !level.builder<tensor<?x?xf64, #CSR>>
    %po, %h = level.locate %row level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %b1 = level.append_edges %row level 1 under %po from %begin to %end : !level.builder<tensor<?x?xf64, #CSR>>
    scf.yield %b1 : !level.builder<tensor<?x?xf64, #CSR>>
  }
  %R = level.finalize %r : !level.builder<tensor<?x?xf64, #CSR>>
  return %R : tensor<?x?xf64, #CSR>
}

// Parents that are appended, and only where their segment is not empty.
// CHECK: dcsr: ok
func.func @dcsr(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #DCSR> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #DCSR>>
  %first = level.next %b0 level 0 : !level.builder<tensor<?x?xf64, #DCSR>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?x?xf64, #DCSR>>) {
    %i1 = arith.addi %i, %c1 : index
    %q0, %q1 = level.pos_bounds %s level 1 under %i to %i1 : !level.storage<tensor<?x?xf64, #CSR>>
    %parent = level.next %b level 0 : !level.builder<tensor<?x?xf64, #DCSR>>
    %begin = level.next %b level 1 : !level.builder<tensor<?x?xf64, #DCSR>>
    %row = scf.for %q = %q0 to %q1 step %c1 iter_args(%w = %b) -> (!level.builder<tensor<?x?xf64, #DCSR>>) {
      %j, %g = level.pos_access %s level 1 at %q coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
      %v = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %o = level.next %w level 1 : !level.builder<tensor<?x?xf64, #DCSR>>
      %w1 = level.store %v, %w[%o] : f64, !level.builder<tensor<?x?xf64, #DCSR>>
      %w2 = level.append_coord %w1 level 1 coord %j : !level.builder<tensor<?x?xf64, #DCSR>>
      scf.yield %w2 : !level.builder<tensor<?x?xf64, #DCSR>>
    }
    %end = level.next %row level 1 : !level.builder<tensor<?x?xf64, #DCSR>>
    %some = arith.cmpi ult, %begin, %end : index
    %b1 = scf.if %some -> (!level.builder<tensor<?x?xf64, #DCSR>>) {
      %e = level.append_edges %row level 1 under %parent from %begin to %end : !level.builder<tensor<?x?xf64, #DCSR>>
      scf.yield %e : !level.builder<tensor<?x?xf64, #DCSR>>
    } else {
      scf.yield %row : !level.builder<tensor<?x?xf64, #DCSR>>
    }
    %b2 = level.append_coord %b1 level 0 coord %i if %some : !level.builder<tensor<?x?xf64, #DCSR>>
    scf.yield %b2 : !level.builder<tensor<?x?xf64, #DCSR>>
  }
  %last = level.next %r level 0 : !level.builder<tensor<?x?xf64, #DCSR>>
  %t = level.append_edges %r level 0 under %c0 from %first to %last : !level.builder<tensor<?x?xf64, #DCSR>>
  %R = level.finalize %t : !level.builder<tensor<?x?xf64, #DCSR>>
  return %R : tensor<?x?xf64, #DCSR>
}

// Segments of a dense level are reserved and start with the fill, 7.
// CHECK: rows: ok
func.func @rows(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #Rows> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #Rows>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
    %i1 = arith.addi %i, %c1 : index
    %q0, %q1 = level.pos_bounds %s level 1 under %i to %i1 : !level.storage<tensor<?x?xf64, #CSR>>
    %parent = level.next %b level 0 : !level.builder<tensor<?x?xf64, #Rows>>
    %some = arith.cmpi ult, %q0, %q1 : index
    %b1 = scf.if %some -> (!level.builder<tensor<?x?xf64, #Rows>>) {
      %room = level.reserve %b level 1 under %parent : !level.builder<tensor<?x?xf64, #Rows>>
      %rb = level.fill_segment %room level 0 at %parent : !level.builder<tensor<?x?xf64, #Rows>>
      %row = scf.for %q = %q0 to %q1 step %c1 iter_args(%w = %rb) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
        %j, %g = level.pos_access %s level 1 at %q coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
        %v = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
        %w1, %o = level.insert_coord %w level 1 under %parent coords(%i, %j) : !level.builder<tensor<?x?xf64, #Rows>>
        %w2 = level.store %v, %w1[%o] : f64, !level.builder<tensor<?x?xf64, #Rows>>
        scf.yield %w2 : !level.builder<tensor<?x?xf64, #Rows>>
      }
      %e = level.append_coord %row level 0 coord %i : !level.builder<tensor<?x?xf64, #Rows>>
      scf.yield %e : !level.builder<tensor<?x?xf64, #Rows>>
    } else {
      scf.yield %b : !level.builder<tensor<?x?xf64, #Rows>>
    }
    scf.yield %b1 : !level.builder<tensor<?x?xf64, #Rows>>
  }
  %last = level.next %r level 0 : !level.builder<tensor<?x?xf64, #Rows>>
  %t = level.append_edges %r level 0 under %c0 from %c0 to %last : !level.builder<tensor<?x?xf64, #Rows>>
  %R = level.finalize %t : !level.builder<tensor<?x?xf64, #Rows>>
  return %R : tensor<?x?xf64, #Rows>
}

// A transposed list is appended out of order and sorted; each entry occurs
// twice, in stable order.
// CHECK: list: ok
func.func @list(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #List> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %s = level.open %A : tensor<?x?xf64, #CSR>
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #List>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?x?xf64, #List>>) {
    %i1 = arith.addi %i, %c1 : index
    %q0, %q1 = level.pos_bounds %s level 1 under %i to %i1 : !level.storage<tensor<?x?xf64, #CSR>>
    %row = scf.for %q = %q0 to %q1 step %c1 iter_args(%w = %b) -> (!level.builder<tensor<?x?xf64, #List>>) {
      %j, %g = level.pos_access %s level 1 at %q coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
      %v = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %o = level.next %w level 1 : !level.builder<tensor<?x?xf64, #List>>
      %w1 = level.store %v, %w[%o] : f64, !level.builder<tensor<?x?xf64, #List>>
      %w2 = level.append_coord %w1 level 0 coord %j : !level.builder<tensor<?x?xf64, #List>>
      %w3 = level.append_coord %w2 level 1 coord %i : !level.builder<tensor<?x?xf64, #List>>
      %o2 = level.next %w3 level 1 : !level.builder<tensor<?x?xf64, #List>>
      %neg = arith.negf %v : f64
      %w4 = level.store %neg, %w3[%o2] : f64, !level.builder<tensor<?x?xf64, #List>>
      %w5 = level.append_coord %w4 level 0 coord %j : !level.builder<tensor<?x?xf64, #List>>
      %w6 = level.append_coord %w5 level 1 coord %i : !level.builder<tensor<?x?xf64, #List>>
      scf.yield %w6 : !level.builder<tensor<?x?xf64, #List>>
    }
    scf.yield %row : !level.builder<tensor<?x?xf64, #List>>
  }
  %last = level.next %r level 0 : !level.builder<tensor<?x?xf64, #List>>
  %t = level.append_edges %r level 0 under %c0 from %c0 to %last : !level.builder<tensor<?x?xf64, #List>>
  %R = level.finalize %t sorting : !level.builder<tensor<?x?xf64, #List>>
  return %R : tensor<?x?xf64, #List>
}

// Reads the list back: runs of equal entries are combined; m comes from the
// dimension of the result.
// CHECK: combine: ok
func.func @combine(%L: tensor<?x?xf64, #List>, %m: index {weft.extent = array<i64: 0, 0>}) -> tensor<?xf64> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = level.open %L : tensor<?x?xf64, #List>
  %b0 = level.init(%m) : !level.builder<tensor<?xf64>>
  %q0, %q1 = level.pos_bounds %s level 0 under %c0 to %c1 : !level.storage<tensor<?x?xf64, #List>>
  %r = scf.for %q = %q0 to %q1 step %c2 iter_args(%b = %b0) -> (!level.builder<tensor<?xf64>>) {
    %e = arith.addi %q, %c2 : index
    %p0, %p1 = level.pos_bounds %s level 1 under %q to %e : !level.storage<tensor<?x?xf64, #List>>
    %i, %f = level.pos_access %s level 1 at %p0 coords(%c0) : !level.storage<tensor<?x?xf64, #List>>
    %v = level.combine arith.subf %s[%p0 to %p1] : !level.storage<tensor<?x?xf64, #List>>
    %o, %g = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
    %old = level.load %b[%o] : !level.builder<tensor<?xf64>>
    %new = arith.addf %old, %v : f64
    %b1 = level.store %new, %b[%o] : f64, !level.builder<tensor<?xf64>>
    scf.yield %b1 : !level.builder<tensor<?xf64>>
  }
  %R = level.finalize %r : !level.builder<tensor<?xf64>>
  return %R : tensor<?xf64>
}

// Coordinates only, and then values for them.
// CHECK: assemble: ok
func.func @assemble(%x: tensor<?xcomplex<f64>, #Vec>) -> tensor<?xcomplex<f64>, #Vec> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xcomplex<f64>, #Vec>
  %s = level.open %x : tensor<?xcomplex<f64>, #Vec>
  %b0 = level.init(%n) : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
  %q0, %q1 = level.pos_bounds %s level 0 under %c0 to %c1 : !level.storage<tensor<?xcomplex<f64>, #Vec>>
  %r = scf.for %q = %q0 to %q1 step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>) {
    %i, %f = level.pos_access %s level 0 at %q coords() : !level.storage<tensor<?xcomplex<f64>, #Vec>>
    %v = level.load %s[%q] : !level.storage<tensor<?xcomplex<f64>, #Vec>>
    %o = level.next %b level 0 : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
    %b1 = level.store %v, %b[%o] : complex<f64>, !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
    %b2 = level.append_coord %b1 level 0 coord %i : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
    scf.yield %b2 : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
  }
  %end = level.next %r level 0 : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
  %t = level.append_edges %r level 0 under %c0 from %c0 to %end : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
  %R = level.finalize %t : !level.builder<tensor<?xcomplex<f64>, #Vec>, assemble>
  return %R : tensor<?xcomplex<f64>, #Vec>
}
// CHECK: compute: ok
// CHECK: compute with another structure: 5
// CHECK: compute with other coordinates: 5
func.func @compute(%y: tensor<?xcomplex<f64>, #Vec>, %x: tensor<?xcomplex<f64>, #Vec>) -> tensor<?xcomplex<f64>, #Vec> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xcomplex<f64>, #Vec>
  %s = level.open %x : tensor<?xcomplex<f64>, #Vec>
  %b0 = level.init(%n) keeping %y : tensor<?xcomplex<f64>, #Vec> -> !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
  %q0, %q1 = level.pos_bounds %s level 0 under %c0 to %c1 : !level.storage<tensor<?xcomplex<f64>, #Vec>>
  %r = scf.for %q = %q0 to %q1 step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?xcomplex<f64>, #Vec>, compute>) {
    %i, %f = level.pos_access %s level 0 at %q coords() : !level.storage<tensor<?xcomplex<f64>, #Vec>>
    %v = level.load %s[%q] : !level.storage<tensor<?xcomplex<f64>, #Vec>>
    %o = level.next %b level 0 : !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
    %b1 = level.store %v, %b[%o] : complex<f64>, !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
    %b2 = level.append_coord %b1 level 0 coord %i : !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
    scf.yield %b2 : !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
  }
  %end = level.next %r level 0 : !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
  %t = level.append_edges %r level 0 under %c0 from %c0 to %end : !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
  %R = level.finalize %t : !level.builder<tensor<?xcomplex<f64>, #Vec>, compute>
  return %R : tensor<?xcomplex<f64>, #Vec>
}

// The first positions at or after each coordinate, into a dense vector.
// CHECK: search: ok
func.func @search(%x: tensor<?xcomplex<f64>, #Vec>) -> tensor<?xi64> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xcomplex<f64>, #Vec>
  %s = level.open %x : tensor<?xcomplex<f64>, #Vec>
  %q0, %q1 = level.pos_bounds %s level 0 under %c0 to %c1 : !level.storage<tensor<?xcomplex<f64>, #Vec>>
  %b0 = level.init(%n) : !level.builder<tensor<?xi64>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?xi64>>) {
    %p = level.search %s level 0 in %q0 to %q1 for %i coords() : !level.storage<tensor<?xcomplex<f64>, #Vec>>
    %v = arith.index_cast %p : index to i64
    %o, %f = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?xi64>>
    %b1 = level.store %v, %b[%o] : i64, !level.builder<tensor<?xi64>>
    scf.yield %b1 : !level.builder<tensor<?xi64>>
  }
  %R = level.finalize %r : !level.builder<tensor<?xi64>>
  return %R : tensor<?xi64>
}

// An operand and a result that are returned, or returned twice, are copied. The
// kernel also releases a workspace.
// CHECK: copies: ok
func.func @copies(%s: tensor<f64>, %x: tensor<?xi64>) -> (tensor<?xi64>, tensor<f64>, tensor<f64>) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %st = level.open %s : tensor<f64>
  %v = level.load %st[%c0] : !level.storage<tensor<f64>>
  %b0 = level.init() : !level.builder<tensor<f64>>
  %b1 = level.store %v, %b0[%c0] : f64, !level.builder<tensor<f64>>
  %y = level.finalize %b1 : !level.builder<tensor<f64>>
  %w0 = level.init(%c0, %c0) : !level.builder<tensor<?x?xf64, #DCSR>>
  %w = level.finalize %w0 : !level.builder<tensor<?x?xf64, #DCSR>>
  level.release %w : tensor<?x?xf64, #DCSR>
  return %x, %y, %y : tensor<?xi64>, tensor<f64>, tensor<f64>
}

// More positions than 8 bits count, and larger coordinates than they hold.
// CHECK: positions: 2 needed 128 largest 127 of 0
func.func @positions(%x: tensor<?xi64>) -> tensor<?x?xi64, #Pos8> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %z = arith.constant 0 : i64
  %b0 = level.init(%c1, %n) : !level.builder<tensor<?x?xi64, #Pos8>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?x?xi64, #Pos8>>) {
    %o = level.next %b level 1 : !level.builder<tensor<?x?xi64, #Pos8>>
    %b1 = level.store %z, %b[%o] : i64, !level.builder<tensor<?x?xi64, #Pos8>>
    %b2 = level.append_coord %b1 level 1 coord %i : !level.builder<tensor<?x?xi64, #Pos8>>
    scf.yield %b2 : !level.builder<tensor<?x?xi64, #Pos8>>
  }
  %end = level.next %r level 1 : !level.builder<tensor<?x?xi64, #Pos8>>
  %t = level.append_edges %r level 1 under %c0 from %c0 to %end : !level.builder<tensor<?x?xi64, #Pos8>>
  %R = level.finalize %t : !level.builder<tensor<?x?xi64, #Pos8>>
  return %R : tensor<?x?xi64, #Pos8>
}
// CHECK: coordinates: 2 needed 199 largest 127 of 1
func.func @coordinates(%x: tensor<?xi64>) -> tensor<?x?xi64, #Crd8> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xi64, #Crd8>>
  %R = level.finalize %b : !level.builder<tensor<?x?xi64, #Crd8>>
  return %R : tensor<?x?xi64, #Crd8>
}

// A product of sizes that has no 63 bits, of the result's own extents.
// CHECK: sizes: 3
func.func @sizes(%m: index {weft.extent = array<i64: 0, 0>}, %n: index {weft.extent = array<i64: 0, 1>}) -> tensor<?x?xf64> attributes {weft.kernel} {
  %b = level.init(%m, %n) : !level.builder<tensor<?x?xf64>>
  %R = level.finalize %b : !level.builder<tensor<?x?xf64>>
  return %R : tensor<?x?xf64>
}

// Segments that nothing is stored into have the fill in the end.
// CHECK: unreserved: ok
func.func @unreserved(%m: index {weft.extent = array<i64: 0, 0>}, %n: index {weft.extent = array<i64: 0, 1>}) -> tensor<?x?xf64, #Rows> attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b0 = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #Rows>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%b = %b0) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
    %p = level.next %b level 0 : !level.builder<tensor<?x?xf64, #Rows>>
    %b1 = level.reserve %b level 1 under %p : !level.builder<tensor<?x?xf64, #Rows>>
    %b2 = level.fill_segment %b1 level 0 at %p : !level.builder<tensor<?x?xf64, #Rows>>
    %b3 = level.append_coord %b2 level 0 coord %i : !level.builder<tensor<?x?xf64, #Rows>>
    scf.yield %b3 : !level.builder<tensor<?x?xf64, #Rows>>
  }
  %t = level.append_edges %r level 0 under %c0 from %c0 to %m : !level.builder<tensor<?x?xf64, #Rows>>
  %R = level.finalize %t : !level.builder<tensor<?x?xf64, #Rows>>
  return %R : tensor<?x?xf64, #Rows>
}

// CHECK: memory: ok
