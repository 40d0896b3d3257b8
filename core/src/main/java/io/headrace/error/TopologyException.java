package io.headrace.error;

/**
 * The description of nodes, links and copy engines is inconsistent or cannot be read.
 *
 * <p>Thrown when a topology is read or written. The message names the entry that is wrong.
 */
public class TopologyException extends HeadraceException {

    /** Says which node, link or engine, and where the description was read. */
    public TopologyException(String message) {
        super(message);
    }

    /** Says which node, link or engine, and where the description was read. Another exception caused it. */
    public TopologyException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new TopologyException(message(), cause);
    }
}
