// A script that schedules the loops of a kernel.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %rows = transform.cin.find_forall "d0" in %module : (!transform.any_op) -> !transform.any_op
    transform.cin.parallelize %rows on (cpu_thread, no_races) : (!transform.any_op) -> ()
    transform.yield
  }
}
