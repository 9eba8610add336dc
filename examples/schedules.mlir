// The schedules of docs/Schedules as operations of the transform dialect:
//
//   weft 'y(i) = A(i,j) * x(j)' -f=A:CSR -emit=cin \
//     | weft-opt --transform-preload-library=transform-library-paths=schedules.mlir \
//                --transform-interpreter=entry-point=spmv_rows

!op = !transform.any_op

module attributes {transform.with_named_sequence} {
  // The accesses of a tensor.
  transform.named_sequence @of_A(%access: !op {transform.readonly}) -> !op {
    transform.match.cin.access %access "A" : !op
    transform.yield %access : !op
  }
  transform.named_sequence @of_B(%access: !op {transform.readonly}) -> !op {
    transform.match.cin.access %access "B" : !op
    transform.yield %access : !op
  }
  transform.named_sequence @of_C(%access: !op {transform.readonly}) -> !op {
    transform.match.cin.access %access "C" : !op
    transform.yield %access : !op
  }
  transform.named_sequence @of_D(%access: !op {transform.readonly}) -> !op {
    transform.match.cin.access %access "D" : !op
    transform.yield %access : !op
  }
  transform.named_sequence @of_t(%access: !op {transform.readonly}) -> !op {
    transform.match.cin.access %access "t" : !op
    transform.yield %access : !op
  }

  transform.named_sequence @spmv_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!op) -> (!op, !op)
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    transform.cin.reorder %i0, %i1, %j : !op, !op, !op
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmm_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!op) -> (!op, !op)
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %A = transform.collect_matching @of_A in %root : (!op) -> !op
    transform.cin.pos %j into "jpos" of %A : !op, !op
    %jpos0, %jpos1 = transform.cin.split %j into "jpos0", "jpos1" down 8 : (!op) -> (!op, !op)
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    transform.cin.reorder %i0, %i1, %jpos0, %k, %jpos1 : !op, !op, !op, !op, !op
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.cin.parallelize %k on (cpu_vector, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmm_lanes(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!op) -> (!op, !op)
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %A = transform.collect_matching @of_A in %root : (!op) -> !op
    transform.cin.pos %j into "jpos" of %A : !op, !op
    %jpos0, %jpos1 = transform.cin.split %j into "jpos0", "jpos1" down 8 : (!op) -> (!op, !op)
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    transform.cin.reorder %i0, %i1, %jpos0, %jpos1, %k : !op, !op, !op, !op, !op
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.cin.parallelize %k on (cpu_vector, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @mttkrp_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %i into "ipos" of %B : !op, !op
    %ipos0, %ipos1 = transform.cin.split %i into "ipos0", "ipos1" down 16 : (!op) -> (!op, !op)
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %l = transform.cin.find_forall "l" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    transform.cin.reorder %ipos0, %ipos1, %k, %l, %j : !op, !op, !op, !op, !op
    transform.cin.parallelize %ipos0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmm_tiled_rows(%root: !op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %A = transform.collect_matching @of_A in %root : (!op) -> !op
    transform.cin.pos %j into "jpos" of %A : !op, !op
    %jpos0, %jpos1 = transform.cin.split %j into "jpos0", "jpos1" down 8 : (!op) -> (!op, !op)
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    transform.cin.reorder %i, %jpos0, %k, %jpos1 : !op, !op, !op, !op
    transform.yield
  }

  transform.named_sequence @spmv_entries(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %A = transform.collect_matching @of_A in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %A : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" down 16 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, atomics) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_shares(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %A = transform.collect_matching @of_A in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %A : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" up 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, temporary) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_products(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %A = transform.collect_matching @of_A in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %A : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" down 4 : (!op) -> (!op, !op)
    %product = transform.get_consumers_of_result %A[0] : (!op) -> !op
    %where = transform.cin.precompute %product over %p1 into ["q"] : (!op, !op) -> !op
    transform.cin.parallelize %p0 on (cpu_thread, atomics) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_balanced(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %f0, %f1 = transform.cin.split %f into "f0", "f1" balanced 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %f0 on (cpu_thread, temporary) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @mttkrp_entries(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %l = transform.cin.find_forall "l" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    transform.cin.reorder %i, %k, %l, %j : !op, !op, !op, !op
    %kl = transform.cin.collapse %k, %l into "kl" : (!op, !op) -> !op
    %f = transform.cin.collapse %i, %kl into "f" : (!op, !op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" down 16 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, atomics) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_columns(%root: !op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    transform.cin.reorder %j, %i : !op, !op
    transform.yield
  }

  transform.named_sequence @spmv_added_columns(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %t = transform.collect_matching @of_t in %root : (!op) -> !op
    %where = transform.cin.precompute %t over %i into ["ip"] {workspace = "w"}
        : (!op, !op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %ip = transform.cin.find_forall "ip" in %root : (!op) -> !op
    transform.cin.reorder %j, %ip : !op, !op
    transform.yield
  }

  transform.named_sequence @spgemm_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    transform.cin.reorder %i, %k, %j : !op, !op, !op
    %C = transform.collect_matching @of_C in %root : (!op) -> !op
    %product = transform.get_consumers_of_result %C[0] : (!op) -> !op
    %where = transform.cin.precompute %product over %j into ["jp"] {workspace = "w"}
        : (!op, !op) -> !op
    transform.yield
  }

  transform.named_sequence @spgemm_compressed(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    transform.cin.parallelize %i on (cpu_thread, no_races, dynamic 16) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @mttkrp_hoisted(%root: !op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %l = transform.cin.find_forall "l" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    transform.cin.reorder %k, %l, %j : !op, !op, !op
    %D = transform.collect_matching @of_D in %root : (!op) -> !op
    %product = transform.get_consumers_of_result %D[0] : (!op) -> !op
    %where = transform.cin.precompute %product over %j into ["jp"] {workspace = "w"}
        : (!op, !op) -> !op
    transform.yield
  }

  transform.named_sequence @masked_rows(%root: !op {transform.readonly}) {
    %C = transform.collect_matching @of_C in %root : (!op) -> !op
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %where = transform.cin.precompute %C over %k into ["kw"]
        {storage = #level.workspace<bitmap>, workspace = "w"} : (!op, !op) -> !op
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    transform.cin.parallelize %i on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmm_tiles(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!op) -> (!op, !op)
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %k0, %k1 = transform.cin.split %k into "k0", "k1" down 32 : (!op) -> (!op, !op)
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    transform.cin.reorder %i0, %k0, %i1, %j, %k1 : !op, !op, !op, !op, !op
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.cin.parallelize %k1 on (cpu_vector, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @sddmm_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    transform.cin.parallelize %i on (cpu_thread, no_races, dynamic 16) : (!op) -> ()
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    transform.cin.parallelize %k on (cpu_vector, temporary) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @sddmm_entries(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" down 16 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_diagonals(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!op) -> (!op, !op)
    %slot = transform.cin.find_forall "slot" in %root : (!op) -> !op
    transform.cin.reorder %i0, %slot, %i1 : !op, !op, !op
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_slots(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    transform.cin.parallelize %i on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @spmv_blocks(%root: !op {transform.readonly}) {
    %i1 = transform.cin.find_forall "i1" in %root : (!op) -> !op
    transform.cin.unroll %i1 by 4 : (!op) -> ()
    %j1 = transform.cin.find_forall "j1" in %root : (!op) -> !op
    transform.cin.unroll %j1 by 4 : (!op) -> ()
    %i0 = transform.cin.find_forall "i0" in %root : (!op) -> !op
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @sum_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!op) -> (!op, !op)
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @sum_balanced(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %f0, %f1 = transform.cin.split %f into "f0", "f1" balanced 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %f0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @ttv_entries(%root: !op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %g = transform.cin.collapse %j, %k into "g" : (!op, !op) -> !op
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %g into "f" : (!op, !op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" up 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, temporary) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @ttv_fibers(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %i into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %i into "p0", "p1" down 4 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @ttm_entries(%root: !op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %l = transform.cin.find_forall "l" in %root : (!op) -> !op
    transform.cin.reorder %k, %l : !op, !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %g = transform.cin.collapse %j, %k into "g" : (!op, !op) -> !op
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %g into "f" : (!op, !op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" down 16 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, atomics) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @ttm_fibers(%root: !op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    %l = transform.cin.find_forall "l" in %root : (!op) -> !op
    transform.cin.reorder %k, %l : !op, !op
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %i into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %i into "p0", "p1" down 4 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, no_races) : (!op) -> ()
    transform.cin.parallelize %l on (cpu_vector, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @triangles(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" up 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %i0 on (cpu_thread, temporary) : (!op) -> ()
    %k = transform.cin.find_forall "k" in %root : (!op) -> !op
    transform.cin.merge %k by gallop : !op
    transform.yield
  }

  transform.named_sequence @transpose_rows(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" balanced 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %i0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @transpose_entries(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %j = transform.cin.find_forall "j" in %root : (!op) -> !op
    %f = transform.cin.collapse %i, %j into "f" : (!op, !op) -> !op
    %B = transform.collect_matching @of_B in %root : (!op) -> !op
    transform.cin.pos %f into "p" of %B : !op, !op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" up 8 : (!op) -> (!op, !op)
    transform.cin.parallelize %p0 on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }

  transform.named_sequence @diagonals_rows(%root: !op {transform.readonly}) {
    %slot = transform.cin.find_forall "slot" in %root : (!op) -> !op
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    transform.cin.reorder %i, %slot : !op, !op
    transform.cin.parallelize %i on (cpu_thread, no_races) : (!op) -> ()
    transform.yield
  }
}
