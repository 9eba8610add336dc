// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=vectors=false | %weft_run | FileCheck %s --match-full-lines

// A dense operand with one size that is zero and others that are dynamic.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func private @rows(%A: tensor<3x0xi8, #DCSR>, %n: index) -> tensor<?x?xi8, #DCSR> {
  %zero = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n, %c0) : tensor<0x?x?xi8>
  %f = linalg.fill ins(%zero : i8) outs(%e : tensor<0x?x?xi8>) -> tensor<0x?x?xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
    ins(%A : tensor<3x0xi8, #DCSR>) outs(%f : tensor<0x?x?xi8>) {
  ^bb0(%a: i8, %acc: i8):
    %m = arith.maxui %acc, %a : i8
    linalg.yield %m : i8
  } -> tensor<0x?x?xi8>
  %m = tensor.dim %r, %c0 : tensor<0x?x?xi8>
  %i = tensor.empty(%m, %n) : tensor<?x?xi8, #DCSR>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%r : tensor<0x?x?xi8>) outs(%i : tensor<?x?xi8, #DCSR>) {
  ^bb0(%a: i8, %acc: i8):
    %t = arith.addi %acc, %a : i8
    linalg.yield %t : i8
  } -> tensor<?x?xi8, #DCSR>
  call @shape(%r) : (tensor<0x?x?xi8>) -> ()
  return %s : tensor<?x?xi8, #DCSR>
}

func.func private @shape(%r: tensor<0x?x?xi8>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %r, %c1 : tensor<0x?x?xi8>
  vector.print %n : index
  return
}

// CHECK: 2
// CHECK-NEXT: 0
func.func @main() {
  %d = arith.constant dense<> : tensor<3x0xi8>
  %c2 = arith.constant 2 : index
  %A = sparse_tensor.convert %d : tensor<3x0xi8> to tensor<3x0xi8, #DCSR>
  %s = call @rows(%A, %c2) : (tensor<3x0xi8, #DCSR>, index) -> tensor<?x?xi8, #DCSR>
  %k = sparse_tensor.number_of_entries %s : tensor<?x?xi8, #DCSR>
  vector.print %k : index
  bufferization.dealloc_tensor %s : tensor<?x?xi8, #DCSR>
  bufferization.dealloc_tensor %A : tensor<3x0xi8, #DCSR>
  return
}
