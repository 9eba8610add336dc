// A library of scripts that give operations of linalg schedules.
module attributes {transform.with_named_sequence} {
  // The loops over rows of all products of a matrix and a vector are tiled;
  // those of what the program marks are on threads.
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %products = transform.structured.match ops{["linalg.matvec"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled = transform.param.constant "split(d0,i0,i1,2)" -> !transform.any_param
    transform.annotate %products "weft.schedule" = %tiled : !transform.any_op, !transform.any_param
    %marked = transform.structured.match attributes{large} in %module
        : (!transform.any_op) -> !transform.any_op
    %threads = transform.param.constant "parallelize(d0,CPUThread,NoRaces)" -> !transform.any_param
    transform.annotate %marked "weft.schedule" = %threads : !transform.any_op, !transform.any_param
    transform.yield
  }
}
